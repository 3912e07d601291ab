"""The commands that measure: simulated games, bots against bots, the speed of the rules, and solved small games.

Each imports the layer below only when it runs, since the help does not need it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

import grognard
import grognard.cli.arguments as shared
from grognard.cli.arguments import loaded_game, names_in
from grognard.cli.output import print_json, print_rows, print_table, print_written, progress_bar, write
from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.kernel.game import Game
    from grognard.lab.arena import Arena, Duel
    from grognard.lab.bench import Speed
    from grognard.lab.simulate import Paired, SimulationResult
    from grognard.lab.solve import Solution
    from grognard.lab.tree import Tree


def simulate(
    game: shared.Slug,
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many games to play.")],
    seats: Annotated[
        str, typer.Option("--seats", metavar="BOT,BOT", help=f"A bot for each seat, or one for all. {shared.A_BOT}")
    ] = "random",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same games.")] = 0,
    jobs: shared.Jobs = 1,
    option: shared.HouseRules = None,
    number: shared.CardNumbers = None,
    variant: shared.VariantFolder = None,
    as_json: shared.AsJson = False,
    journal: Annotated[
        Path | None, typer.Option("--journal", metavar="DIR", help="Write a journal of each game to this folder.")
    ] = None,
) -> None:
    """Play many games between bots and count the results."""
    from grognard.lab.simulate import simulate

    loaded = loaded_game(game, option, number, variant)
    with progress_bar("games", shown=not as_json) as progress:
        result = simulate(loaded, names_in(seats), games, seed, jobs, progress, journal)
    if as_json:
        print_json(asdict(result))
    else:
        print_rows(_result_rows(loaded, result))


def _result_rows(game: Game, result: SimulationResult) -> list[tuple[str, str]]:
    share, low, high = result.first_share()
    wins = [
        (f"{seat}, {bot}", f"{won:,} won   {won / result.games:.1%}")
        for seat, bot, won in zip(game.seats, result.seats, result.wins, strict=True)
    ]
    return [
        (game.title, f"{result.games:,} games, seed {result.seed}"),
        *wins,
        ("draws", f"{result.draws:,}"),
        ("who began", f"{share:.1%} of the points (95 %: {low:.1%} to {high:.1%})"),
        ("a game", f"{result.mean_turns:.1f} turns, {result.mean_decisions:.1f} decisions"),
        ("speed", f"{result.decisions_per_second:,.0f} decisions/s, {result.seconds:.2f} s"),
        ("trace", result.trace),
    ]


def arena(
    game: shared.Slug,
    bots: Annotated[
        str,
        typer.Option("--bots", metavar="A,B[,C...]", help=f"Two or more bots; each plays every other. {shared.A_BOT}"),
    ],
    pairs: Annotated[
        int, typer.Option("--pairs", metavar="N", help="Pairs of games between two bots: one deal, sides swapped.")
    ],
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same games.")] = 0,
    jobs: shared.Jobs = 1,
    option: shared.HouseRules = None,
    number: shared.CardNumbers = None,
    variant: shared.VariantFolder = None,
    until: Annotated[
        float | None,
        typer.Option(
            "--until",
            metavar="SHARE",
            help="Stop once the first bot clearly scores more or less than this share of the points.",
        ),
    ] = None,
    luck: Annotated[bool, typer.Option("--luck", help="Also print the shares with luck taken out.")] = False,
    as_json: shared.AsJson = False,
) -> None:
    """Play pairs of games between bots and report which is stronger."""
    from grognard.lab.arena import arena

    loaded = loaded_game(game, option, number, variant)
    with progress_bar("games", shown=not as_json) as progress:
        result = arena(loaded, names_in(bots), pairs, seed, jobs, progress, until, luck)
    if as_json:
        print_json(asdict(result))
        return
    at_most = " at most" if until is not None else ""
    print(f"{loaded.title}: {pairs:,} pairs of games between two bots{at_most}, seed {seed}.")
    _print_arena(result)
    for duel in result.duels:
        print(_duel_line(duel))


def _print_arena(result: Arena) -> None:
    """Prints a table of each bot's share of the points against every other, the best first."""
    names = [standing.bot for standing in result.standings]
    shares: dict[tuple[str, str], float] = {}
    for duel in result.duels:
        shares[duel.result.a, duel.result.b] = duel.result.share
        shares[duel.result.b, duel.result.a] = 1 - duel.result.share
    rows = []
    for standing in result.standings:
        cells = [f"{shares[standing.bot, name]:.1%}" if name != standing.bot else "" for name in names]
        rows.append([standing.bot, *cells, f"{standing.share:.1%}", f"{1000 * standing.seconds:.2f}"])
    print_table(["bot", *(f"against {name}" for name in names), "all", "ms a decision"], rows)


def _duel_line(duel: Duel) -> str:
    result = duel.result
    if duel.elo_low is None or duel.elo_high is None:  # one of them may have won everything
        bound = duel.elo_low if duel.elo_high is None else duel.elo_high
        ahead = "unknown" if bound is None else f"{'above' if duel.elo_high is None else 'below'} {bound:+.0f}"
    else:
        ahead = f"{duel.elo:+.0f} ({duel.elo_low:+.0f} to {duel.elo_high:+.0f})"
    return (
        f"{result.a} against {result.b}: {result.share:.1%} of the points "
        f"(95 %: {result.low:.1%} to {result.high:.1%}), Elo {ahead}; "
        f"{result.pairs:,} pairs, {result.wins:,} won, {result.losses:,} lost, {result.draws:,} drawn.{_evened(result)}"
    )


def _evened(result: Paired) -> str:
    """Returns the share with luck taken out, as a sentence."""
    even = result.even
    if even is None:
        return ""
    return (
        f" Without luck {even.share:.1%} (95 %: {even.low:.1%} to {even.high:.1%}), "
        f"an interval {even.narrower:.2f} times as wide."
    )


def bench(
    game: Annotated[str | None, typer.Argument(help="The game's slug; without it, every game.")] = None,
    variant: shared.VariantFolder = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON; a list for every game.")] = False,
) -> None:
    """Measure the speed of a game's rules on this machine."""
    from grognard.lab.bench import measure

    if variant is not None and game is None:
        raise BadInput("--variant needs the name of its game.")
    slugs = [game] if game is not None else grognard.registered_names()
    found = []
    for loaded in [loaded_game(slug, None, None, variant) for slug in slugs]:
        with progress_bar(f"rounds of {loaded.slug}", shown=not as_json) as progress:
            found.append(measure(loaded, progress=progress))
    if as_json:
        print_json(asdict(found[0]) if game is not None else [asdict(speed) for speed in found])
        return
    for speed in found:
        print_rows(_speed_rows(speed))


def _speed_rows(speed: Speed) -> list[tuple[str, str]]:
    kind = "compiled" if speed.compiled else "plain Python"
    return [
        (speed.game, f"{kind}, {speed.python}, medians of {speed.rounds} rounds on one core"),
        ("processor", f"{speed.processor}, load {speed.load:.1f} on {speed.processors}"),
        ("random playouts", f"{speed.decisions_per_second:,.0f} decisions/s, {speed.games_per_second:,.0f} games/s"),
        ("driven from Python", f"{speed.driven_decisions_per_second:,.0f} decisions/s"),
        ("  without events", f"{speed.driven_without_events_per_second:,.0f} decisions/s"),
        ("clone", f"{speed.clone_ns:,.0f} ns"),
        ("clone and resample", f"{speed.resample_ns:,.0f} ns"),
        ("import grognard", f"{speed.import_seconds:.3f} s"),
    ]


def solve(
    game: shared.Slug,
    option: shared.HouseRules = None,
    variant: shared.VariantFolder = None,
    iterations: Annotated[
        int, typer.Option("--iterations", metavar="N", help="The maximum number of iterations.")
    ] = 1000,
    until: Annotated[
        float, typer.Option("--until", metavar="X", help="Stop once the policy can be exploited by at most this much.")
    ] = 0.0,
    output: Annotated[
        Path | None, typer.Option("--output", metavar="FILE", help="Write the policy to this file, for bots to read.")
    ] = None,
    as_json: shared.AsJson = False,
) -> None:
    """Solve a small game: find a policy that no opponent can gain much against."""
    from grognard.lab.solve import must_be_sound, policy_text, solve
    from grognard.lab.tree import Tree

    loaded = loaded_game(game, option, None, variant)
    must_be_sound(iterations, until)
    if output is not None and not output.absolute().parent.is_dir():
        raise BadInput(f"Cannot write {output}: its folder does not exist.")
    with progress_bar("deals", shown=not as_json) as progress:
        tree = Tree(loaded, progress)
    with progress_bar("iterations", shown=not as_json) as progress:
        solution = solve(tree, iterations, until, progress)
    if output is not None:
        write(output, policy_text(tree, solution))
    if as_json:
        told = {key: value for key, value in asdict(solution).items() if key != "policy"}
        print_json(
            {
                "game": game,
                "options": loaded.options,
                "numbers": loaded.overrides,
                **told,
                "exploitability": solution.exploitability,
            }
        )
    else:
        print_rows(_solution_rows(loaded, tree, solution))
        if output is not None:
            print_written(output)


def _solution_rows(game: Game, tree: Tree, solution: Solution) -> list[tuple[str, str]]:
    rules = " ".join(f"{key}={value}" for key, value in game.options.items())
    counts = [
        (f"  after {ply}", f"{nodes:>9,} decision nodes, {sets:>9,} information sets")
        for ply, nodes, sets in tree.counts()
    ]
    return [
        (game.title, rules),
        ("the tree", f"{solution.nodes:>9,} decision nodes, {solution.sets:>9,} information sets"),
        *counts,
        ("iterations", f"{solution.iterations:,} in {solution.seconds:.1f} s"),
        ("value", f"{solution.value:+.4f} to {game.seats[0]}"),
        ("exploitability", f"{solution.exploitability:.2e}"),
        *((f"  {seat}", f"gains {gain:.2e} at best") for seat, gain in zip(game.seats, solution.gains, strict=True)),
        ("policy", f"{len(solution.policy):,} information sets"),
    ]


COMMANDS: Final[dict[str, Callable[..., None]]] = {
    "simulate": simulate,
    "arena": arena,
    "bench": bench,
    "solve": solve,
}
