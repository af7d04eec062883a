# Any option, drawn from the luck that the referee gives it: the same on every run, and nobody else knows it.
#
# `serai bridge` speaks with the referee; this program reads and writes lines of JSON. Every line holds one item, and
# the fields of an item always come in the same order, so looking for their names is enough here.

BEGIN {
    name = "awk-random"
    # The bridge puts the names of all games in place of the star. A bot that plays only some names them.
    say("{\"hello\":{\"name\":\"" name "\",\"max_games\":64,\"games\":[\"*\"]}}")
}

index($0, "{\"welcome\":") == 1 { next }

# What this bot remembers of a game, by the game's handle: its luck, and how an option begins in the list.
index($0, "{\"games_started\":") == 1 {
    handle = value("game_handle")
    luck[handle] = hexadecimal(substr(value("luck"), 1, 7)) % 2147483646 + 1
    option[handle] = "{\"" value("game") "\":"
    next
}

index($0, "{\"questions\":") == 1 {
    handle = value("game_handle")
    place = choose(handle, after("\"options\":["))
    say("{\"answers\":[{\"question_id\":\"" value("question_id") "\",\"option\":" place "}]}")
    next
}

index($0, "{\"games_ended\":") == 1 {
    handle = value("game_handle")
    delete luck[handle]
    delete option[handle]
    next
}

# A fault with a game handle costs the seat there, and the other games go on; without one it ends everything.
index($0, "{\"faults\":") == 1 && index($0, "\"game_handle\":") {
    complain("retired")
    next
}

{ give_up("a line this bot does not understand, or a fault that ends the stream") }

# Here a better bot would begin: this one only counts the options.
function choose(handle, options,    count) {
    count = occurrences(option[handle], options)
    if (!(handle in luck) || !count)
        give_up("a question without a game, or without options")
    luck[handle] = luck[handle] * 48271 % 2147483647
    return luck[handle] % count
}

# The value of the first field with this name: a number, or a text without its quotes.
function value(field,    rest) {
    rest = after("\"" field "\":")
    if (substr(rest, 1, 1) == "\"") {
        rest = substr(rest, 2)
        return substr(rest, 1, index(rest, "\"") - 1)
    }
    return rest + 0
}

# What follows the first place where a text occurs in the line.
function after(text,    place) {
    place = index($0, text)
    if (!place)
        give_up("no " text)
    return substr($0, place + length(text))
}

function occurrences(text, line,    count, place) {
    while (text != "" && (place = index(line, text))) {
        count++
        line = substr(line, place + length(text))
    }
    return count + 0
}

function hexadecimal(digits,    number, i) {
    for (i = 1; i <= length(digits); i++)
        number = 16 * number + index("0123456789abcdef", substr(digits, i, 1)) - 1
    return number
}

# At once: the referee waits for it.
function say(line) {
    print line
    fflush()
}

function complain(why) {
    print name ": " why ": " substr($0, 1, 200) | "cat 1>&2"
    close("cat 1>&2")
}

# Nothing sensible can be done: say why, where the author will find it, and leave.
function give_up(why) {
    complain(why)
    exit 1
}
