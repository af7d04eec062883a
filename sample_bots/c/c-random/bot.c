/* Any option, drawn from the luck that the referee gives it: the same on every run, and nobody else knows it.
 *
 * `serai bridge` speaks with the referee; this program reads and writes lines of JSON. Every line holds one item, and
 * the fields of an item always come in the same order, so looking for their names is enough here. A bot that wants to
 * see more than the number of options (the view, the board, what has happened) will want a JSON library. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME "c-random"
#define GAMES_AT_ONCE 64

/* The bridge puts the names of all games in place of the star. A bot that plays only some names them. */
static const char HELLO[] = "{\"hello\":{\"name\":\"" NAME "\",\"max_games\":64,\"games\":[\"*\"]}}";

/* What this bot remembers of a game. Handles begin with 1, so 0 marks a place that is free. */
struct game {
    unsigned long handle;
    uint64_t luck;
    char option[64]; /* how an option begins in the list: {"yspahan": */
};

static struct game games[GAMES_AT_ONCE];

/* Nothing sensible can be done: say why, where the author will find it, and leave. */
static void give_up(const char *why, const char *line)
{
    fprintf(stderr, NAME ": %s: %.200s\n", why, line);
    exit(1);
}

/* What follows the first place where a text occurs in a line. */
static const char *after(const char *line, const char *text)
{
    const char *place = strstr(line, text);
    if (place == NULL)
        give_up(text, line);
    return place + strlen(text);
}

static struct game *find(unsigned long handle, const char *line)
{
    for (int i = 0; i < GAMES_AT_ONCE; i++)
        if (games[i].handle == handle)
            return &games[i];
    give_up(handle ? "there is no such game" : "no place for one more game", line);
    return NULL;
}

static unsigned long handle_in(const char *line)
{
    return strtoul(after(line, "\"game_handle\":"), NULL, 10);
}

static void start_game(const char *line)
{
    struct game *game = find(0, line);
    const char *name = after(line, "\"game\":\"");
    char digits[8] = "";
    strncpy(digits, after(line, "\"luck\":\""), 7);
    game->luck = strtoull(digits, NULL, 16) % 2147483646 + 1;
    game->handle = handle_in(line);
    snprintf(game->option, sizeof game->option, "{\"%.*s\":", (int)strcspn(name, "\""), name);
}

/* Here a better bot would begin: this one only counts the options. */
static uint64_t choose(struct game *game, const char *options)
{
    uint64_t count = 0;
    for (const char *at = options; (at = strstr(at, game->option)) != NULL; at++)
        count++;
    if (count == 0)
        give_up("a question without options", options);
    game->luck = game->luck * 48271 % 2147483647;
    return game->luck % count;
}

static void answer(const char *line)
{
    struct game *game = find(handle_in(line), line);
    const char *id = after(line, "\"question_id\":\"");
    uint64_t option = choose(game, after(line, "\"options\":["));
    printf("{\"answers\":[{\"question_id\":\"%.*s\",\"option\":%llu}]}\n", (int)strcspn(id, "\""), id,
           (unsigned long long)option);
    fflush(stdout); /* the referee waits for it */
}

/* A fault with a game handle costs the seat there, and the other games go on; without one it ends everything. */
static void note_fault(const char *line)
{
    if (strstr(line, "\"game_handle\":") == NULL)
        give_up("the referee ends the stream", line);
    fprintf(stderr, NAME ": retired: %s\n", line);
}

static void hear(const char *line)
{
    if (strncmp(line, "{\"questions\":", 13) == 0)
        answer(line);
    else if (strncmp(line, "{\"games_started\":", 17) == 0)
        start_game(line);
    else if (strncmp(line, "{\"games_ended\":", 15) == 0)
        find(handle_in(line), line)->handle = 0;
    else if (strncmp(line, "{\"faults\":", 10) == 0)
        note_fault(line);
    else if (strncmp(line, "{\"welcome\":", 11) != 0)
        give_up("a line this bot does not understand", line);
}

/* The next line, however long it is, without its newline; NULL at the end. */
static const char *read_line(void)
{
    static char *line;
    static size_t size;
    size_t length = 0;
    do {
        if (length + 2 > size) {
            size = size ? 2 * size : 1 << 16;
            line = realloc(line, size);
            if (line == NULL)
                give_up("out of memory", "");
        }
        if (fgets(line + length, (int)(size - length), stdin) == NULL)
            return NULL;
        length += strlen(line + length);
    } while (line[length - 1] != '\n');
    line[length - 1] = '\0';
    return line;
}

int main(void)
{
    puts(HELLO);
    fflush(stdout);
    for (const char *line; (line = read_line()) != NULL;)
        hear(line);
    return 0; /* the referee has ended the stream: there is nothing more to play */
}
