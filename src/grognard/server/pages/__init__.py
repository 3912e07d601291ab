"""The pages that people see: plain forms and links. The script only makes them quicker."""

from __future__ import annotations

from typing import Final

from litestar import Router

from grognard.server.pages.alert_links import AlertLinkPages
from grognard.server.pages.alerts import AlertPages
from grognard.server.pages.analyses import AnalysisPages
from grognard.server.pages.common import look_up_name
from grognard.server.pages.daily import DailyPages
from grognard.server.pages.device_links import DeviceLinkPages
from grognard.server.pages.devices import DevicePages
from grognard.server.pages.games import GamePages
from grognard.server.pages.guide import GuidePages
from grognard.server.pages.lobby import LobbyPages
from grognard.server.pages.my_games import MyGamesPages
from grognard.server.pages.passkeys import PasskeyPages
from grognard.server.pages.printing import PrintPages
from grognard.server.pages.programs import ProgramPages
from grognard.server.pages.puzzle_lines import PuzzleLinePages
from grognard.server.pages.puzzles import PuzzlePages
from grognard.server.pages.recovery import RecoveryPages
from grognard.server.pages.replays import ReplayPages
from grognard.server.pages.statistics import StatisticsPages
from grognard.server.pages.streams import stream
from grognard.server.pages.tables import TablePages
from grognard.server.pages.vacation import VacationPages
from grognard.server.pages.your_data import YourDataPages

PAGES: Final = Router(
    "/",
    route_handlers=[
        GamePages,
        GuidePages,
        PrintPages,
        LobbyPages,
        MyGamesPages,
        TablePages,
        stream,
        ReplayPages,
        PuzzlePages,
        PuzzleLinePages,
        DailyPages,
        StatisticsPages,
        AnalysisPages,
        YourDataPages,
        DevicePages,
        PasskeyPages,
        ProgramPages,
        AlertPages,
        AlertLinkPages,
        VacationPages,
        DeviceLinkPages,
        RecoveryPages,
    ],
    before_request=look_up_name,
    include_in_schema=False,
)
