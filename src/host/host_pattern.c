/* host_pattern.c: patterns of Lua 5.4, as its manual describes them (6.4.1).
 *
 * A pattern can take longer than the age of the world ("a?" 28 times, then "a" 28 times), inside
 * one call of C, where no hook of Lua is asked. These matchers ask the guard at each item. They
 * answer as Lua's own do, to the letter; tests/host/patterns_spec.lua plays both against each
 * other. */
#include "host_pattern.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "host_guard.h"

enum {
    MOST_CAPTURES = 32,
    MOST_NESTED = 200, /* calls of match in each other; as Lua */
    PIECE = 1 << 16,   /* bytes that are searched between two looks at the guard */
};
#define OPEN     ((ptrdiff_t)-1) /* a capture whose end is not known yet */
#define POSITION ((ptrdiff_t)-2) /* () */

typedef struct Capture {
    const char *start;
    ptrdiff_t length;
} Capture;

typedef struct Matcher {
    lua_State *L;
    const char *subject, *end; /* of the subject */
    const char *pattern_end;
    int nested;
    int count;
    Capture captures[MOST_CAPTURES];
} Matcher;

static unsigned char byte_of(const char *s) { return (unsigned char)*s; }

/* ---- one character ------------------------------------------------------------------------- */

static bool in_named_class(int c, int name) {
    bool in;
    switch (tolower(name)) {
    case 'a':
        in = isalpha(c);
        break;
    case 'c':
        in = iscntrl(c);
        break;
    case 'd':
        in = isdigit(c);
        break;
    case 'g':
        in = isgraph(c);
        break;
    case 'l':
        in = islower(c);
        break;
    case 'p':
        in = ispunct(c);
        break;
    case 's':
        in = isspace(c);
        break;
    case 'u':
        in = isupper(c);
        break;
    case 'w':
        in = isalnum(c);
        break;
    case 'x':
        in = isxdigit(c);
        break;
    case 'z': /* of Lua 5.1, and still there */
        in = c == 0;
        break;
    default:
        return name == c;
    }
    return isupper(name) ? !in : in;
}

/* Behind the single character class that begins at p. */
static const char *class_end(const Matcher *m, const char *p) {
    int first = byte_of(p++);
    if (first == '%') {
        if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
        return p + 1;
    }
    if (first != '[') return p;
    if (*p == '^') p++;
    do { /* a ']' that comes first is one of the set */
        if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
        if (*p++ == '%' && p < m->pattern_end) p++;
    } while (p == m->pattern_end || *p != ']');
    return p + 1;
}

/* set is at its '[', last at its ']'. */
static bool in_set(int c, const char *set, const char *last) {
    bool wanted = true;
    if (set[1] == '^') {
        wanted = false;
        set++;
    }
    while (++set < last) {
        if (*set == '%') {
            set++;
            if (in_named_class(c, byte_of(set))) return wanted;
        } else if (set[1] == '-' && set + 2 < last) {
            set += 2;
            if (byte_of(set - 2) <= c && c <= byte_of(set)) return wanted;
        } else if (byte_of(set) == c) {
            return wanted;
        }
    }
    return !wanted;
}

/* Whether the character at s is in the class from p to behind. */
static bool is_single(const Matcher *m, const char *s, const char *p, const char *behind) {
    if (s >= m->end) return false;
    int c = byte_of(s);
    switch (*p) {
    case '.':
        return true;
    case '%':
        return in_named_class(c, byte_of(p + 1));
    case '[':
        return in_set(c, p, behind - 1);
    default:
        return byte_of(p) == c;
    }
}

/* ---- the items of a pattern ------------------------------------------------------------------ */

static const char *match(Matcher *m, const char *s, const char *p);

/* %bxy; p is at the x. Behind the balanced piece, or NULL. */
static const char *match_balanced(const Matcher *m, const char *s, const char *p) {
    if (p >= m->pattern_end - 1) {
        luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
    }
    if (s >= m->end || *s != *p) return NULL;
    int depth = 1;
    while (++s < m->end) {
        if ((s - m->subject) % PIECE == 0) host_guard_check(m->L);
        if (*s == p[1]) {
            if (--depth == 0) return s + 1;
        } else if (*s == p[0]) {
            depth++;
        }
    }
    return NULL;
}

/* As many as there are, then fewer. */
static const char *match_greedy(Matcher *m, const char *s, const char *p, const char *behind) {
    ptrdiff_t count = 0;
    while (is_single(m, s + count, p, behind)) {
        if (++count % PIECE == 0) host_guard_check(m->L);
    }
    for (; count >= 0; count--) {
        const char *end = match(m, s + count, behind + 1);
        if (end) return end;
    }
    return NULL;
}

/* As few as will do. */
static const char *match_lazy(Matcher *m, const char *s, const char *p, const char *behind) {
    for (;; s++) {
        const char *end = match(m, s, behind + 1);
        if (end) return end;
        if (!is_single(m, s, p, behind)) return NULL;
    }
}

static const char *open_capture(Matcher *m, const char *s, const char *p, ptrdiff_t kind) {
    if (m->count >= MOST_CAPTURES) luaL_error(m->L, "too many captures");
    m->captures[m->count++] = (Capture){s, kind};
    const char *end = match(m, s, p);
    if (!end) m->count--;
    return end;
}

static const char *close_capture(Matcher *m, const char *s, const char *p) {
    int i = m->count - 1;
    while (i >= 0 && m->captures[i].length != OPEN) i--;
    if (i < 0) luaL_error(m->L, "invalid pattern capture");
    m->captures[i].length = s - m->captures[i].start;
    const char *end = match(m, s, p);
    if (!end) m->captures[i].length = OPEN;
    return end;
}

/* %1 and so on. */
static const char *match_again(const Matcher *m, const char *s, int digit) {
    int i = digit - '1';
    if (i < 0 || i >= m->count || m->captures[i].length == OPEN) {
        luaL_error(m->L, "invalid capture index %%%d", i + 1);
    }
    size_t length = (size_t)m->captures[i].length;
    if ((size_t)(m->end - s) < length || memcmp(m->captures[i].start, s, length) != 0) return NULL;
    return s + length;
}

/* %f[set]; p is at the '['. Behind the set, or NULL. */
static const char *match_frontier(const Matcher *m, const char *s, const char *p) {
    if (p >= m->pattern_end || *p != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
    const char *behind = class_end(m, p);
    int before = s == m->subject ? 0 : byte_of(s - 1), here = s == m->end ? 0 : byte_of(s);
    bool is_frontier = !in_set(before, p, behind - 1) && in_set(here, p, behind - 1);
    return is_frontier ? behind : NULL;
}

/* Items that end the match of the rest, in *end; else where *s and *p have come. */
typedef enum Turn { TURN_ON, TURN_END, TURN_SINGLE } Turn;

static Turn match_escape(Matcher *m, const char **s, const char **p, const char **end) {
    const char *to;
    if (*p + 1 >= m->pattern_end) return TURN_SINGLE;
    switch ((*p)[1]) {
    case 'b':
        to = match_balanced(m, *s, *p + 2);
        *p += 4;
        break;
    case 'f':
        *p = match_frontier(m, *s, *p + 2);
        if (*p) return TURN_ON;
        to = NULL;
        break;
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        to = match_again(m, *s, (*p)[1]);
        *p += 2;
        break;
    default:
        return TURN_SINGLE;
    }
    *end = NULL;
    if (!to) return TURN_END;
    *s = to;
    return TURN_ON;
}

/* A class, and what may follow it: * + - ? */
static Turn match_class(Matcher *m, const char **s, const char **p, const char **end) {
    const char *behind = class_end(m, *p);
    bool found = is_single(m, *s, *p, behind);
    char suffix = behind < m->pattern_end ? *behind : '\0';
    if (!found && (suffix == '?' || suffix == '*' || suffix == '-')) {
        *p = behind + 1; /* none of it */
        return TURN_ON;
    }
    switch (suffix) {
    case '?':
        *end = match(m, *s + 1, behind + 1);
        if (*end) return TURN_END;
        *p = behind + 1;
        return TURN_ON;
    case '*':
    case '+':
        if (suffix == '+' && !found) break;
        *end = match_greedy(m, *s + (suffix == '+'), *p, behind);
        return TURN_END;
    case '-':
        *end = match_lazy(m, *s, *p, behind);
        return TURN_END;
    default:
        if (!found) break;
        (*s)++;
        *p = behind;
        return TURN_ON;
    }
    *end = NULL;
    return TURN_END;
}

static Turn match_item(Matcher *m, const char **s, const char **p, const char **end) {
    Turn turn = TURN_SINGLE;
    switch (**p) {
    case '(':
        *end = (*p)[1] == ')' ? open_capture(m, *s, *p + 2, POSITION)
                              : open_capture(m, *s, *p + 1, OPEN);
        return TURN_END;
    case ')':
        *end = close_capture(m, *s, *p + 1);
        return TURN_END;
    case '$':
        if (*p + 1 != m->pattern_end) break;
        *end = *s == m->end ? *s : NULL;
        return TURN_END;
    case '%':
        turn = match_escape(m, s, p, end);
        break;
    }
    return turn == TURN_SINGLE ? match_class(m, s, p, end) : turn;
}

/* The pattern from p on against the subject from s on: behind the match, or NULL. */
static const char *match(Matcher *m, const char *s, const char *p) {
    const char *end = NULL;
    if (m->nested++ >= MOST_NESTED) luaL_error(m->L, "pattern too complex");
    host_guard_check(m->L);
    for (;;) {
        if (p == m->pattern_end) {
            end = s;
            break;
        }
        if (match_item(m, &s, &p, &end) == TURN_END) break;
    }
    m->nested--;
    return end;
}

static void prepare(Matcher *m, lua_State *L, const char *s, size_t length, const char *p,
                    size_t pattern_length) {
    m->L = L;
    m->subject = s;
    m->end = s + length;
    m->pattern_end = p + pattern_length;
}

static const char *match_at(Matcher *m, const char *s, const char *p) {
    m->nested = m->count = 0;
    return match(m, s, p);
}

/* ---- captures as values ---------------------------------------------------------------------- */

/* Push the i-th; the whole match from s to end where there are none. */
static void push_capture(Matcher *m, int i, const char *s, const char *end) {
    if (i >= m->count) {
        if (i != 0) luaL_error(m->L, "invalid capture index %%%d", i + 1);
        lua_pushlstring(m->L, s, (size_t)(end - s));
        return;
    }
    const Capture *c = &m->captures[i];
    if (c->length == OPEN) luaL_error(m->L, "unfinished capture");
    if (c->length == POSITION) {
        lua_pushinteger(m->L, c->start - m->subject + 1);
    } else {
        lua_pushlstring(m->L, c->start, (size_t)c->length);
    }
}

/* All of them; the whole match only if s. */
static int push_captures(Matcher *m, const char *s, const char *end) {
    int count = m->count == 0 && s ? 1 : m->count;
    luaL_checkstack(m->L, count, "too many captures");
    for (int i = 0; i < count; i++) push_capture(m, i, s, end);
    return count;
}

/* ---- find and match -------------------------------------------------------------------------- */

/* Where text of that length lies in s, or NULL; asks the guard now and then. */
static const char *search(lua_State *L, const char *s, size_t length, const char *text,
                          size_t text_length) {
    if (text_length == 0) return s;
    size_t looked = 0;
    while (length >= text_length) {
        const char *at = memchr(s, *text, length - text_length + 1);
        if (!at) return NULL;
        if (memcmp(at, text, text_length) == 0) return at;
        looked += text_length;
        if (looked > PIECE) {
            host_guard_check(L);
            looked = 0;
        }
        length -= (size_t)(at + 1 - s);
        s = at + 1;
    }
    return NULL;
}

static bool is_plain(const char *p, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (p[i] != '\0' && strchr("^$*+?.([%-", p[i])) return false;
    }
    return true;
}

/* The index, from 0, that a script means by n; beyond the end: length + 1. */
static size_t start_of(lua_Integer n, size_t length) {
    if (n > 0) return (size_t)n - 1;
    if (n == 0 || n < -(lua_Integer)length) return 0;
    return length - (size_t)-n;
}

static int find_or_match(lua_State *L, bool find) {
    size_t length, pattern_length;
    const char *subject = luaL_checklstring(L, 1, &length);
    const char *p = luaL_checklstring(L, 2, &pattern_length);
    size_t start = start_of(luaL_optinteger(L, 3, 1), length);
    if (start > length) {
        luaL_pushfail(L);
        return 1;
    }
    const char *s = subject + start;
    if (find && (lua_toboolean(L, 4) || is_plain(p, pattern_length))) {
        const char *at = search(L, s, length - start, p, pattern_length);
        if (at) {
            lua_pushinteger(L, at - subject + 1);
            lua_pushinteger(L, at - subject + (lua_Integer)pattern_length);
            return 2;
        }
        luaL_pushfail(L);
        return 1;
    }
    bool anchored = pattern_length > 0 && *p == '^';
    Matcher m;
    prepare(&m, L, subject, length, p, pattern_length);
    if (anchored) p++;
    do {
        const char *end = match_at(&m, s, p);
        if (!end) continue;
        if (!find) return push_captures(&m, s, end);
        lua_pushinteger(L, s - subject + 1);
        lua_pushinteger(L, end - subject);
        return push_captures(&m, NULL, NULL) + 2;
    } while (s++ < m.end && !anchored);
    luaL_pushfail(L);
    return 1;
}

/* string.find(s, pattern[, init[, plain]]) */
static int l_find(lua_State *L) { return find_or_match(L, true); }
/* string.match(s, pattern[, init]) */
static int l_match(lua_State *L) { return find_or_match(L, false); }

/* ---- gmatch ---------------------------------------------------------------------------------- */

typedef struct Walk {
    const char *at;   /* where the next match may begin */
    const char *last; /* where the last one ended: an empty one there is none */
    const char *pattern;
    Matcher matcher;
} Walk;

/* Upvalues: subject, pattern, Walk. */
static int l_next_match(lua_State *L) {
    Walk *walk = lua_touserdata(L, lua_upvalueindex(3));
    walk->matcher.L = L;
    for (; walk->at <= walk->matcher.end; walk->at++) {
        const char *s = walk->at, *end = match_at(&walk->matcher, s, walk->pattern);
        if (!end || end == walk->last) continue;
        walk->at = walk->last = end;
        return push_captures(&walk->matcher, s, end);
    }
    return 0;
}

/* string.gmatch(s, pattern[, init]) */
static int l_gmatch(lua_State *L) {
    size_t length, pattern_length;
    const char *subject = luaL_checklstring(L, 1, &length);
    const char *pattern = luaL_checklstring(L, 2, &pattern_length);
    size_t start = start_of(luaL_optinteger(L, 3, 1), length);
    if (start > length) start = length + 1;
    lua_settop(L, 2);
    Walk *walk = lua_newuserdatauv(L, sizeof *walk, 0);
    prepare(&walk->matcher, L, subject, length, pattern, pattern_length);
    walk->at = subject + start;
    walk->pattern = pattern;
    walk->last = NULL;
    lua_pushcclosure(L, l_next_match, 3);
    return 1;
}

/* ---- gsub ------------------------------------------------------------------------------------ */

typedef struct Substitution {
    Matcher matcher;
    luaL_Buffer out;
    int kind; /* type of the replacement, at 3 */
} Substitution;

/* The replacement string, with its captures. */
static void add_template(Substitution *g, const char *s, const char *end) {
    lua_State *L = g->matcher.L;
    size_t length;
    const char *text = lua_tolstring(L, 3, &length), *last = text + length;
    while (text < last) {
        const char *sign = memchr(text, '%', (size_t)(last - text));
        if (!sign) sign = last;
        luaL_addlstring(&g->out, text, (size_t)(sign - text));
        if (sign == last) return;
        int c = sign + 1 < last ? byte_of(sign + 1) : '\0';
        text = sign + 2;
        if (c == '%') {
            luaL_addchar(&g->out, '%');
        } else if (c == '0') {
            luaL_addlstring(&g->out, s, (size_t)(end - s));
        } else if (isdigit(c)) {
            push_capture(&g->matcher, c - '1', s, end);
            luaL_addvalue(&g->out); /* a position as its digits */
        } else {
            luaL_error(L, "invalid use of '%%' in replacement string");
        }
    }
}

/* What stands for the match from s to end. Whether it is another text. */
static bool add_value(Substitution *g, const char *s, const char *end) {
    lua_State *L = g->matcher.L;
    if (g->kind == LUA_TFUNCTION) {
        lua_pushvalue(L, 3);
        lua_call(L, push_captures(&g->matcher, s, end), 1);
    } else if (g->kind == LUA_TTABLE) {
        push_capture(&g->matcher, 0, s, end);
        lua_gettable(L, 3);
    } else {
        add_template(g, s, end);
        return true;
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(&g->out, s, (size_t)(end - s));
        return false;
    }
    if (!lua_isstring(L, -1)) {
        luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    }
    luaL_addvalue(&g->out);
    return true;
}

/* string.gsub(s, pattern, replacement[, n]) */
static int l_gsub(lua_State *L) {
    size_t length, pattern_length;
    const char *s = luaL_checklstring(L, 1, &length);
    const char *p = luaL_checklstring(L, 2, &pattern_length), *last = NULL;
    Substitution g; /* most of it is scratch: clearing it would take longer than a short match */
    g.kind = lua_type(L, 3);
    lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1), count = 0;
    luaL_argexpected(L,
                     g.kind == LUA_TNUMBER || g.kind == LUA_TSTRING || g.kind == LUA_TFUNCTION ||
                         g.kind == LUA_TTABLE,
                     3, "string/function/table");
    bool anchored = pattern_length > 0 && *p == '^', changed = false;
    prepare(&g.matcher, L, s, length, p, pattern_length);
    if (anchored) p++;
    luaL_buffinit(L, &g.out);
    while (count < most) {
        const char *end = match_at(&g.matcher, s, p);
        if (end && end != last) {
            count++;
            changed = add_value(&g, s, end) || changed;
            s = last = end;
        } else if (s < g.matcher.end) {
            luaL_addchar(&g.out, *s++);
        } else {
            break;
        }
        if (anchored) break;
    }
    if (changed) {
        luaL_addlstring(&g.out, s, (size_t)(g.matcher.end - s));
        luaL_pushresult(&g.out);
    } else {
        lua_pushvalue(L, 1);
    }
    lua_pushinteger(L, count);
    return 2;
}

const luaL_Reg host_pattern_functions[] = {
    {"find", l_find}, {"match", l_match}, {"gmatch", l_gmatch}, {"gsub", l_gsub}, {NULL, NULL},
};
