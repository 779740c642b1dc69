/* fonts.c: fonts by fontconfig. */
#include "fonts.h"

#include <fontconfig/fontconfig.h>
#include <stdio.h>

bool view_fonts_find(const char *family, bool mono, char *path, size_t size) {
    bool found = false;
    FcPattern *wanted = FcPatternCreate();
    if (!wanted) return false;
    FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)family);
    FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)"sans");
    FcPatternAddInteger(wanted, FC_SPACING, mono ? FC_MONO : FC_PROPORTIONAL);
    FcPatternAddBool(wanted, FC_SCALABLE, FcTrue);
    FcConfigSubstitute(NULL, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcResult result;
    FcPattern *match = FcFontMatch(NULL, wanted, &result);
    FcChar8 *file = NULL;
    if (match && FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch) {
        found = (size_t)snprintf(path, size, "%s", (const char *)file) < size;
    }
    if (match) FcPatternDestroy(match);
    FcPatternDestroy(wanted);
    return found;
}

static const FcFontSet *set_of(const view_Spares *spares) { return (const FcFontSet *)spares; }

view_Spares *view_spares_open(void) {
    FcPattern *wanted = FcPatternCreate();
    if (!wanted) return NULL;
    FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)"sans");
    FcConfigSubstitute(NULL, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcResult result;
    FcFontSet *set = FcFontSort(NULL, wanted, FcTrue, NULL, &result);
    FcPatternDestroy(wanted);
    return (view_Spares *)set;
}

void view_spares_close(view_Spares *spares) {
    if (spares) FcFontSetDestroy((FcFontSet *)spares);
}

int view_spares_count(const view_Spares *spares) { return spares ? set_of(spares)->nfont : 0; }

/* Pictures of a fixed size do not fit the line. */
bool view_spares_have(const view_Spares *spares, int i, uint32_t code) {
    const FcPattern *font = set_of(spares)->fonts[i];
    FcCharSet *characters = NULL;
    FcBool scalable = FcFalse, colored = FcFalse;
    if (FcPatternGetCharSet(font, FC_CHARSET, 0, &characters) != FcResultMatch) return false;
    FcPatternGetBool(font, FC_SCALABLE, 0, &scalable);
    FcPatternGetBool(font, FC_COLOR, 0, &colored);
    return scalable && !colored && FcCharSetHasChar(characters, code);
}

const char *view_spares_file(const view_Spares *spares, int i, int *face) {
    const FcPattern *font = set_of(spares)->fonts[i];
    FcChar8 *file = NULL;
    int index = 0;
    if (FcPatternGetString(font, FC_FILE, 0, &file) != FcResultMatch) return NULL;
    FcPatternGetInteger(font, FC_INDEX, 0, &index);
    *face = index & 0xffff; /* the upper half is a named instance of a variable font */
    return (const char *)file;
}
