/* words.c: what was meant by a word that is not known: a slip of the keyboard, another spelling, or
 * another engine's word for the same thing. */
#include "base/words.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* ---- slips ---------------------------------------------------------------------------------- */

#define MAX_WORD 40

static int min3(int a, int b, int c) {
    int m = a < b ? a : b;
    return m < c ? m : c;
}

int bind_edit_distance(const char *a, const char *b) {
    int rows[3][MAX_WORD + 1];
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n > MAX_WORD || m > MAX_WORD) return MAX_WORD;
    for (int j = 0; j <= m; j++) rows[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int change = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = min3(above[j] + 1, row[j - 1] + 1, change);
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && two_above[j - 2] + 1 < row[j]) row[j] = two_above[j - 2] + 1;
        }
    }
    return rows[n % 3][m];
}

const char *bind_nearest(const char *word, const char *const *words, int count) {
    const char *best = NULL;
    int best_distance = MAX_WORD;
    for (int i = 0; i < count; i++) {
        int d = bind_edit_distance(word, words[i]);
        if (d < best_distance) {
            best = words[i];
            best_distance = d;
        }
    }
    /* a word with other letters throughout, or in a third of it and more, is no help; nor is one of
     * a letter to whoever wrote several, but twice the same */
    int length = (int)strlen(word), limit = length / 3 + 1;
    if (!best || best_distance > limit || best_distance >= length) return NULL;
    return best[1] || length == 1 || (length == 2 && word[0] == word[1]) ? best : NULL;
}

/* ---- words of other engines -------------------------------------------------------------------
 */

static const char *const foreign_fields[][2] = {
    {"anchor", "at"},
    {"at", "from"},
    {"b", "body"},
    {"body", "b"},
    {"bodya", "a"},
    {"bodyb", "b"},
    {"bounce", "restitution"},
    {"category", "layer"},
    {"collideconnected", "collide"},
    {"dampingratio", "damping"},
    {"elasticity", "restitution"},
    {"frequency", "hertz"},
    {"height", "h"},
    {"lineardamping", "damping"},
    {"linearvelocity", "vx"},
    {"localanchora", "from"},
    {"localanchorb", "to"},
    {"lower", "limits"},
    {"lowerangle", "limits"},
    {"mask", "layer"},
    {"max", "max_force"},
    {"maxforce", "max"},
    {"maxlength", "max"},
    {"maxmotorforce", "motor"},
    {"maxmotortorque", "motor"},
    {"maxtorque", "max"},
    {"minlength", "min"},
    {"motorspeed", "motor"},
    {"pos", "x"},
    {"position", "x"},
    {"power", "impulse"},
    {"r", "radius"},
    {"rotation", "angle"},
    {"strength", "impulse"},
    {"torque", "max"},
    {"upper", "limits"},
    {"upperangle", "limits"},
    {"userdata", "data"},
    {"velocity", "vx"},
    {"vertices", "points"},
    {"width", "w"},
};

/* Likewise for methods, without "get" in front. */
static const char *const foreign_methods[][2] = {
    {"addforce", "apply_force"},
    {"addimpulse", "apply_impulse"},
    {"addtorque", "apply_torque"},
    {"applyforcetocenter", "apply_force"},
    {"applylinearimpulse", "apply_impulse"},
    {"applylinearimpulsetocenter", "apply_impulse"},
    {"bodylist", "bodies"},
    {"children", "pieces"},
    {"contactlist", "manifolds"},
    {"contacts", "manifolds"},
    {"createbody", "body"},
    {"createjoint", "revolute"},
    {"delete", "destroy"},
    {"disable", "set_enabled"},
    {"enable", "set_enabled"},
    {"fixturelist", "shapes"},
    {"fixtures", "shapes"},
    {"hinge", "revolute"},
    {"isactive", "is_enabled"},
    {"isdestroyed", "is_valid"},
    {"isfixedrotation", "locks"},
    {"istouching", "touching"},
    {"jointlist", "joints"},
    {"jointangle", "angle"},
    {"jointspeed", "speed"},
    {"jointtranslation", "translation"},
    {"linearvelocity", "velocity"},
    {"linearvelocityfromworldpoint", "velocity_at"},
    {"lineardamping", "damping"},
    {"localcenter", "mass_center"},
    {"localpoint", "to_local"},
    {"localvector", "dir_to_local"},
    {"newbody", "body"},
    {"newcirclebody", "circle"},
    {"newrectanglebody", "box"},
    {"newworld", "world"},
    {"createworld", "world"},
    {"queryboundingbox", "query_box"},
    {"raycastclosest", "raycast"},
    {"reactionforce", "force"},
    {"rectangle", "box"},
    {"remove", "destroy"},
    {"rotation", "angle"},
    {"setactive", "set_enabled"},
    {"setcallbacks", "set_listener"},
    {"setlineardamping", "set_damping"},
    {"setlinearvelocity", "set_velocity"},
    {"setmassdata", "set_mass"},
    {"setmaxmotorforce", "set_motor"},
    {"setmaxmotortorque", "set_motor"},
    {"setmotorspeed", "set_motor"},
    {"setrotation", "set_angle"},
    {"setsleepingallowed", "set_can_sleep"},
    {"settransform", "set_transform"},
    {"setuserdata", "set_data"},
    {"setvelocity", "set_velocity"},
    {"setx", "set_position"},
    {"sety", "set_position"},
    {"slider", "prismatic"},
    {"testpoint", "contains"},
    {"update", "step"},
    {"userdata", "data"},
    {"worldcenter", "center"},
    {"worldpoint", "to_world"},
    {"worldvector", "dir_to_world"},
    {"x", "position"},
    {"y", "position"},
};

static bool is_same_but_for_style(const char *word, const char *plain) {
    for (; *word; word++) {
        if (*word == '_') continue;
        if (tolower((unsigned char)*word) != *plain++) return false;
    }
    return *plain == '\0';
}

static const char *known(const char *word, const char *const *words, int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0) return words[i];
    return NULL;
}

static const char *translated(const char *word, const char *const (*table)[2], size_t rows,
                              const char *const *words, int count) {
    for (size_t i = 0; i < rows; i++)
        if (is_same_but_for_style(word, table[i][0])) return known(table[i][1], words, count);
    return NULL;
}

const char *bind_meant_field(const char *word, const char *const *words, int count) {
    size_t rows = sizeof foreign_fields / sizeof *foreign_fields;
    const char *meant = translated(word, foreign_fields, rows, words, count);
    return meant ? meant : bind_nearest(word, words, count);
}

/* ---- methods ----------------------------------------------------------------------------------
 */

/* The word in our style, setLinearVelocity as set_linear_velocity; false when it is too long. */
static bool in_our_style(const char *word, char out[MAX_WORD + 1]) {
    int n = 0;
    for (int i = 0; word[i]; i++) {
        bool upper = isupper((unsigned char)word[i]) != 0;
        bool begins = upper && i > 0 && islower((unsigned char)word[i - 1]);
        if (n + 2 > MAX_WORD) return false;
        if (begins) out[n++] = '_';
        out[n++] = (char)tolower((unsigned char)word[i]);
    }
    out[n] = '\0';
    return true;
}

/* Our getters have no "get" in front. */
static const char *without_get(const char *word) {
    if (strncmp(word, "get_", 4) == 0) return word + 4;
    return word;
}

static const char *known_or_foreign(const char *word, const char *const *words, int count) {
    const char *meant = known(word, words, count);
    if (meant) return meant;
    size_t rows = sizeof foreign_methods / sizeof *foreign_methods;
    return translated(word, foreign_methods, rows, words, count);
}

/* What comes into being has a verb in front of it elsewhere. */
static const char *without_verb(const char *word) {
    static const char *const verbs[] = {"add_", "create_", "new_", "make_"};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        size_t length = strlen(verbs[i]);
        if (strncmp(word, verbs[i], length) == 0) return word + length;
    }
    return NULL;
}

/* The word is in our style. */
static const char *certain(const char *word, const char *const *words, int count) {
    const char *meant = known_or_foreign(word, words, count), *noun = without_verb(word);
    return meant || !noun ? meant : known_or_foreign(noun, words, count);
}

/* The nearest word, unless a word of a script's own was meant, as hitpoints is no slip for joints.
 */
static const char *slipped(const char *word, const char *const *words, int count) {
    const char *near = bind_nearest(word, words, count);
    int length = (int)strlen(word), limit = length < 8 ? 1 : length / 4;
    return near && bind_edit_distance(word, near) <= limit ? near : NULL;
}

const char *bind_meant_method(const char *word, const char *const *words, int count) {
    char own[MAX_WORD + 1];
    if (!in_our_style(word, own)) return NULL;
    const char *meant = certain(without_get(own), words, count);
    return meant ? meant : slipped(without_get(own), words, count);
}

const char *bind_known_method(const char *word, const char *const *words, int count) {
    char own[MAX_WORD + 1];
    return in_our_style(word, own) ? certain(without_get(own), words, count) : NULL;
}

bool bind_means_destroy(const char *word, bool any, const char *noun) {
    static const char *const verbs[] = {"destroy", "remove", "delete"};
    char own[MAX_WORD + 1];
    if (!in_our_style(word, own)) return false;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        size_t length = strlen(verbs[i]);
        if (strncmp(own, verbs[i], length) != 0) continue;
        const char *rest = own + length + (own[length] == '_');
        return *rest ? strcmp(rest, noun) == 0 : any;
    }
    return false;
}
