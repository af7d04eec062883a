"""A curve of plain characters."""

from serai.ladder.commands.chart import Bar, chart, columns_of, scale


def test_values_with_their_intervals() -> None:
    bars = [Bar(1500), Bar(1600, 1500, 1700), Bar(1700, 1650, 1700)]
    assert chart(bars, 12, 5) == [
        "   1700 | :*",
        "   1650 | ::",
        "   1600 | * ",
        "   1550 | : ",
        "   1500 |*: ",
    ]


def test_many_values_are_spread_over_the_width_and_the_last_is_there() -> None:
    bars = [Bar(value) for value in range(1000)]
    lines = chart(bars, 49, 10)
    assert {len(line) for line in lines} == {49} == {9 + columns_of(bars, 49)}
    assert lines[0].endswith("*")
    assert sum(line.count("*") for line in lines) == 40


def test_few_values_are_wider() -> None:
    assert chart([Bar(1), Bar(2)], 40, 2) == ["      2 |    ****", "      1 |****    "]


def test_one_value_and_a_narrow_terminal() -> None:
    assert sum(line.count("*") for line in chart([Bar(1500)], 80, 14)) == 4
    assert all(len(line) <= 10 for line in chart([Bar(1), Bar(2), Bar(3)], 3, 4))


def test_the_scale_names_both_ends() -> None:
    line, names = scale("then", "now", 20)
    assert line == "        +" + "-" * 20
    assert names == "         then             now"
