/* fonts.h: which files hold the fonts: by fontconfig, or on the page the two that came with it. */
#ifndef CAIRN_VIEW_FONTS_H
#define CAIRN_VIEW_FONTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The file of the best match for the family; false when no font is known at all. */
bool view_fonts_find(const char *family, bool mono, char *path, size_t size);

/* All fonts that could stand in for a character that a font lacks, the likest first. */
typedef struct view_Spares view_Spares;
/* NULL when there are none. */
view_Spares *view_spares_open(void);
void view_spares_close(view_Spares *spares);
int view_spares_count(const view_Spares *spares);
/* Whether the i-th is an outline font that says it has the character. */
bool view_spares_have(const view_Spares *spares, int i, uint32_t code);
/* The file of the i-th, or NULL; *face: which of the fonts in the file. */
const char *view_spares_file(const view_Spares *spares, int i, int *face);

#endif
