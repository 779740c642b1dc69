/* text.c: text without a texture upload per frame.
 *
 * Each glyph is rendered by SDL_ttf once, when first seen, into one picture of alpha that both
 * canvases draw from. Strings come from scripts, error messages and file names, so decoding never
 * trusts them: what is no printable character is drawn as REPLACEMENT.
 * Fonts are found through fontconfig; the size never changes after opening. */
#include "text.h"

#include <SDL_ttf.h>
#include <fontconfig/fontconfig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATLAS_SIZE  512
#define SOLID       4      /* px: the solid corner of the atlas */
#define CACHE_SLOTS 2048   /* power of two; at most three quarters are used */
#define REPLACEMENT 0x25a1 /* a small square */

typedef struct Slot {
    uint32_t key; /* font and code point; 0 empty */
    view_Glyph glyph;
} Slot;

struct view_Text {
    TTF_Font *fonts[VIEW_FONTS];
    view_Atlas atlas;
    int height;
    int pen_x, pen_y, row_height; /* where the next glyph goes */
    int used;
    Slot slots[CACHE_SLOTS];
};

/* ---- fonts -------------------------------------------------------------------------------- */

/* The file of the best match for the family; false when fontconfig knows no font at all. */
static bool find_font(const char *family, int spacing, char *path, size_t size) {
    bool found = false;
    FcPattern *wanted = FcPatternCreate();
    if (!wanted) return false;
    FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)family);
    FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)"sans");
    FcPatternAddInteger(wanted, FC_SPACING, spacing);
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

static TTF_Font *open_font(const char *family, int spacing, int size_px) {
    char path[1024];
    if (!find_font(family, spacing, path, sizeof path)) return NULL;
    TTF_Font *font = TTF_OpenFont(path, size_px);
    if (font) TTF_SetFontHinting(font, TTF_HINTING_LIGHT);
    return font;
}

static void complain_once(void) {
    static bool said;
    if (!said) fputs("cairn: no font found, the viewer shows no text\n", stderr);
    said = true;
}

static bool atlas_make(view_Atlas *atlas) {
    *atlas = (view_Atlas){.width = ATLAS_SIZE, .height = ATLAS_SIZE, .version = 1};
    atlas->alpha = calloc(ATLAS_SIZE, ATLAS_SIZE);
    if (!atlas->alpha) return false;
    for (int y = 0; y < SOLID; y++) memset(atlas->alpha + y * ATLAS_SIZE, 255, SOLID);
    return true;
}

view_Text *view_text_open(int size_px) {
    view_Text *text = calloc(1, sizeof *text);
    if (!text || TTF_Init() != 0) {
        free(text);
        complain_once();
        return NULL;
    }
    text->fonts[VIEW_SANS] = open_font("DejaVu Sans", FC_PROPORTIONAL, size_px);
    text->fonts[VIEW_MONO] = open_font("DejaVu Sans Mono", FC_MONO, size_px);
    text->pen_x = SOLID + 1;
    if (!text->fonts[VIEW_SANS] || !atlas_make(&text->atlas)) {
        view_text_close(text);
        complain_once();
        return NULL;
    }
    text->height = TTF_FontHeight(text->fonts[VIEW_SANS]);
    return text;
}

void view_text_close(view_Text *text) {
    if (!text) return;
    for (int i = 0; i < VIEW_FONTS; i++) {
        if (text->fonts[i]) TTF_CloseFont(text->fonts[i]);
    }
    free(text->atlas.alpha);
    free(text);
    TTF_Quit();
}

const view_Atlas *view_text_atlas(const view_Text *text) { return text ? &text->atlas : NULL; }

int view_text_height(const view_Text *text) { return text ? text->height : 16; }

/* ---- glyphs ------------------------------------------------------------------------------- */

/* Copy the alpha of a surface into the atlas; false when the atlas is full. */
static bool atlas_add(view_Text *text, SDL_Surface *surface, view_Glyph *glyph) {
    int w = SDL_min(surface->w, ATLAS_SIZE - 2), h = SDL_min(surface->h, ATLAS_SIZE - 2);
    if (text->pen_x + w + 1 > ATLAS_SIZE) {
        text->pen_x = 0;
        text->pen_y += text->row_height + 1;
        text->row_height = 0;
    }
    if (text->pen_y + h > ATLAS_SIZE) return false;
    for (int y = 0; y < h; y++) {
        const uint32_t *from = (const uint32_t *)((const uint8_t *)surface->pixels +
                                                  (size_t)y * (size_t)surface->pitch);
        uint8_t *to = text->atlas.alpha + (text->pen_y + y) * ATLAS_SIZE + text->pen_x;
        for (int x = 0; x < w; x++) to[x] = (uint8_t)(from[x] >> 24);
    }
    glyph->x = (int16_t)text->pen_x;
    glyph->y = (int16_t)text->pen_y;
    glyph->w = (int16_t)w;
    glyph->h = (int16_t)h;
    text->pen_x += w + 1;
    text->row_height = SDL_max(text->row_height, h);
    text->atlas.version++;
    return true;
}

static view_Glyph make_glyph(view_Text *text, TTF_Font *font, uint32_t code) {
    view_Glyph glyph = {0};
    int min_x = 0, max_x = 0, min_y = 0, max_y = 0, advance = 0;
    if (!TTF_GlyphIsProvided32(font, code)) code = '?';
    if (TTF_GlyphMetrics32(font, code, &min_x, &max_x, &min_y, &max_y, &advance) == 0) {
        glyph.advance = (int16_t)advance;
    }
    SDL_Surface *raw = TTF_RenderGlyph32_Blended(font, code, (SDL_Color){255, 255, 255, 255});
    SDL_Surface *surface = raw ? SDL_ConvertSurfaceFormat(raw, SDL_PIXELFORMAT_ARGB8888, 0) : NULL;
    if (surface && code != ' ') {
        glyph.dx = (int16_t)SDL_min(min_x, 0);
        atlas_add(text, surface, &glyph);
    }
    SDL_FreeSurface(surface);
    SDL_FreeSurface(raw);
    return glyph;
}

static const view_Glyph *glyph_of(view_Text *text, view_Font font, uint32_t code) {
    uint32_t key = (uint32_t)font << 24 | (code & 0xffffffu);
    uint32_t at = (key * 2654435761u) >> 21;
    for (;; at++) {
        Slot *slot = &text->slots[at & (CACHE_SLOTS - 1)];
        if (slot->key == key) return &slot->glyph;
        if (slot->key != 0) continue;
        if (text->used > CACHE_SLOTS * 3 / 4) return glyph_of(text, font, '?');
        TTF_Font *face = text->fonts[font] ? text->fonts[font] : text->fonts[VIEW_SANS];
        slot->key = key;
        slot->glyph = make_glyph(text, face, code);
        text->used++;
        return &slot->glyph;
    }
}

/* ---- strings ------------------------------------------------------------------------------ */

/* The next character of at least one byte; what is no printable one becomes REPLACEMENT. */
static uint32_t decode(const unsigned char **at) {
    const unsigned char *s = *at;
    uint32_t code = s[0];
    int more = code >= 0xf0 ? 3 : code >= 0xe0 ? 2 : code >= 0xc0 ? 1 : 0;
    static const uint32_t least[4] = {0, 0x80, 0x800, 0x10000};
    *at = s + 1;
    if (code < 0x80) return code == '\t' ? ' ' : code < 32 || code == 127 ? REPLACEMENT : code;
    if (more == 0 || code > 0xf4) return REPLACEMENT;
    code &= 0x3fu >> more;
    for (int i = 1; i <= more; i++) {
        if ((s[i] & 0xc0) != 0x80) return REPLACEMENT;
        code = code << 6 | (s[i] & 0x3fu);
    }
    bool surrogate = code >= 0xd800 && code < 0xe000;
    if (code < least[more] || code > 0x10ffff || surrogate || code < 0xa0) return REPLACEMENT;
    *at = s + 1 + more;
    return code;
}

int view_text_draw(view_Text *text, view_Canvas *canvas, view_Font font, int x, int y,
                   SDL_Color color, const char *string) {
    if (!text || !string) return x;
    const unsigned char *at = (const unsigned char *)string;
    while (*at && *at != '\n' && x < canvas->width) {
        const view_Glyph *glyph = glyph_of(text, font, decode(&at));
        if (glyph->w && x + glyph->w > 0) canvas->glyph(canvas, glyph, x, y, color);
        x += glyph->advance;
    }
    return x;
}

int view_text_width(view_Text *text, view_Font font, const char *string, int bytes) {
    if (!text || !string) return 0;
    int width = 0;
    const unsigned char *at = (const unsigned char *)string, *end = at + bytes;
    while (at < end && *at && *at != '\n') width += glyph_of(text, font, decode(&at))->advance;
    return width;
}

int view_text_wrap(view_Text *text, view_Font font, const char *string, int width) {
    const unsigned char *start = (const unsigned char *)string, *at = start, *space = NULL;
    int x = 0;
    while (*at && *at != '\n') {
        const unsigned char *next = at;
        uint32_t code = decode(&next);
        x += text ? glyph_of(text, font, code)->advance : 8;
        if (x > width && at > start) break;
        if (code == ' ' && at > start) space = next;
        at = next;
    }
    bool whole = !*at || *at == '\n';
    if (!whole && space && space > start + (at - start) / 2) at = space;
    return (int)(at - start);
}
