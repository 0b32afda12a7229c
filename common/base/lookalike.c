/* The tables hold what a person takes for a Latin letter, not what means the same: Cyrillic "р" is
 * a "p" here and Greek "ν" a "v". Letters that Unicode decomposes (NFKD) into a Latin one and marks
 * are in the runs too, so that no library is needed. */
#include "common/base/lookalike.h"

#include "common/base/parse.h"

#include <string.h>
#include <strings.h>

/* From `first` on, a letter or digit for each code point; "." = it resembles none. */
typedef struct run {
    uint32_t first;
    const char *looks;
} run;

static const run runs[] = {
    /* Latin with marks, phonetic letters, Greek, Cyrillic, small capitals and letters above the
     * line, Latin and Greek with two marks, digits above and below the line, letters as symbols
     * and Roman numerals, letters in brackets and circles. */
    {0x00c0, "aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiii.nooooo.ouuuuy.yaaaaaacc"
             "ccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk.llllll..llnnnnnn.nnoooo"
             "oo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzsbb.....ccdd...eeeffg..ii"
             "kkl..nnooo..pprsse.ttttuu.vyyzz......................aaiioouuuuuuuuuueaa"
             "aa..ggggkkoooo..j...gg..nnaa..ooaaaaeeeeiiiioooorrrruuuusstt..hh.d..zzaa"
             "eeooooooooyy...j..accltsz..buveejjqqrryy"},
    {0x0250, "aa.bccddeeee33e..gg...h.iiilll...mnnno...rrrrrrrrrs....ttu.vvw.yzz......"
             ".b..h..lq"},
    {0x037b, "c.c.j......a.ehi.o.y.iab..ezh.ik.mn.o.p.ety.x..iyaeniuabyde.n.ik..veo.ps"
             "otu.x.wiuouw.b.yyy...........................kpcjoee..cmm.c.c"},
    {0x0400, "eehresiij..hkny.a.br.e.3nnk.mhonpcty.x.......e.ra.br.e.3nnk.mhonpcty.x.."
             ".....e.reehresiij..hkny.....................vvvv......................pp"
             "rrffrr..33kkkkkkkkhhhh....ccttyyyyxx......hheeeei..kk....hh....laaaa..ee"
             "eeee..33..nnnnooooooeeyyyyyy..rr..ffxxxxdd..........gg..ee........qqww"},
    {0x1d00, "a...cd.e3.jk.m.o........prrtu...vwz...r.....a.b.deeghijklmn.o.prtuwaaa.b"
             "deee3g.kmnoc..ptu..v.byd.xiruvbyp.x.............h......................."
             "............cc.3"},
    {0x1e00, "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnn"
             "nnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyy"
             "zzzzzzhtwy.s....aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooo"
             "oooooooooooouuuuuuuuuuuuuuyyyyyyyy"},
    {0x1f00, "aaaaaaaaaaaaaaaaeeeeee..eeeeee..nnnnnnnnhhhhhhhhiiiiiiiiiiiiiiiioooooo.."
             "oooooo..uuuuuuuu.y.y.y.ywwwwwwww........aaeenniioouuww..aaaaaaaaaaaaaaaa"
             "nnnnnnnnhhhhhhhhwwwwwwww........aaaaa.aaaaaaa.i...nnn.nneehhh...iiii..ii"
             "iiii....uuuuppuuyyyyp.....www.wwoo"},
    {0x2070, "0i..456789.....n0123456789......aeoxehklmnpst"},
    {0x2102, "c....e..ghhhhhiill.n...pqrrr......z...z.kabc.eef.mo....i...y.......ddeij"
             "......................i...v....x..lcdmi...v....x..lcdm"},
    {0x249c, "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst"
             "uvwxyz"}};

/* Others that resemble the letters of "server": signs, Armenian, Georgian, Tifinagh, Cherokee,
 * Lisu, small capitals, Arabic digits. */
static const struct {
    uint32_t code;
    char looks;
} signs[] = {{'$', 's'},    {0x00a7, 's'}, {0x00ae, 'r'}, {0x054f, 's'}, {0x0667, 'v'},
             {0x06f7, 'v'}, {0x10bd, 's'}, {0x13a1, 'r'}, {0x13ac, 'e'}, {0x13d2, 'r'},
             {0x13d9, 'v'}, {0x13da, 's'}, {0x20ac, 'e'}, {0x2203, 'e'}, {0x221a, 'v'},
             {0x2228, 'v'}, {0x22c1, 'v'}, {0x22ff, 'e'}, {0x2d38, 'v'}, {0x2d39, 'e'},
             {0xa4e2, 's'}, {0xa4e3, 'r'}, {0xa4e6, 'v'}, {0xa4f0, 'e'}, {0xa731, 's'},
             {0xab47, 'r'}, {0xab48, 'r'}, {0xab81, 'r'}, {0xaba9, 'v'}, {0xabaa, 's'}};

/* Spaces, marks on the letter before, fillers: a reader does not see them, or not as a letter. */
static bool shows(uint32_t code)
{
    static const uint32_t unseen[][2] = {
        {0x0020, 0x0020},  {0x00a0, 0x00a0}, {0x0300, 0x036f}, {0x0483, 0x0489}, {0x115f, 0x1160},
        {0x1680, 0x1680},  {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
        {0x2000, 0x200a},  {0x202f, 0x202f}, {0x205f, 0x205f}, {0x20d0, 0x20ff}, {0x2800, 0x2800},
        {0x3000, 0x3000},  {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xffa0, 0xffa0},
        {0xe0100, 0xe01ef}};
    for (size_t i = 0; i < sizeof unseen / sizeof unseen[0]; i++) {
        if (code >= unseen[i][0] && code <= unseen[i][1]) {
            return false;
        }
    }
    return true;
}

/* Alphabets that repeat in even steps: full width, mathematical, in squares and as flags. */
static uint32_t plain(uint32_t code)
{
    if (code >= 0xff01 && code <= 0xff5e) {
        return code - 0xff01 + '!';
    }
    if (code >= 0x1d400 && code <= 0x1d6a3) {
        return 'a' + (code - 0x1d400) % 26;
    }
    if (code >= 0x1d6a8 &&
        code <= 0x1d7cb) { /* Greek: 25 capitals, a sign, 25 small ones, 7 more. */
        const uint32_t step = (code - 0x1d6a8) % 58;
        return step < 25 ? 0x0391 + step : step > 25 && step < 51 ? 0x03b1 + step - 26 : code;
    }
    if (code >= 0x1d7ce && code <= 0x1d7ff) {
        return '0' + (code - 0x1d7ce) % 10;
    }
    if (code >= 0x1f130 && code <= 0x1f189 && (code - 0x1f130) % 32 < 26) {
        return 'a' + (code - 0x1f130) % 32;
    }
    return code >= 0x1f1e6 && code <= 0x1f1ff ? 'a' + code - 0x1f1e6 : code;
}

static uint32_t small(uint32_t code)
{
    if ((code >= 'A' && code <= 'Z') || (code >= 0x0391 && code <= 0x03a9) ||
        (code >= 0x0410 && code <= 0x042f)) {
        return code + 0x20;
    }
    return code >= 0x0400 && code <= 0x040f ? code + 0x50 : code;
}

/* 0: it resembles none. */
static uint32_t latin(uint32_t code)
{
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        if (code >= runs[i].first && code - runs[i].first < strlen(runs[i].looks)) {
            const char looks = runs[i].looks[code - runs[i].first];
            return looks == '.' ? 0 : (uint32_t)looks;
        }
    }
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (signs[i].code == code) {
            return (uint32_t)signs[i].looks;
        }
    }
    return 0;
}

static uint32_t mark_of(uint32_t code)
{
    code = plain(code);
    const uint32_t as_it_is = latin(code);
    const uint32_t when_small = as_it_is == 0 ? latin(small(code)) : as_it_is;
    return when_small == 0 ? small(code) : when_small;
}

dw_lookalike dw_lookalike_of(const char *text)
{
    dw_lookalike out = {.count = 0};
    const size_t length = strlen(text);
    uint32_t code = 0;
    for (size_t at = 0; out.count < DW_LOOKALIKE_MAX;) {
        const size_t size = dw_text_character(text + at, length - at, &code);
        if (size == 0) {
            break;
        }
        if (shows(code)) {
            out.marks[out.count++] = mark_of(code);
        }
        at += size;
    }
    return out;
}

bool dw_lookalike_same(const dw_lookalike *a, const dw_lookalike *b)
{
    return a->count == b->count && memcmp(a->marks, b->marks, a->count * sizeof a->marks[0]) == 0;
}

bool dw_name_fits(dw_name_way way, const char *name, const char *text)
{
    if (way == DW_NAME_LOOKS) {
        const dw_lookalike a = dw_lookalike_of(name);
        const dw_lookalike b = dw_lookalike_of(text);
        return dw_lookalike_same(&a, &b);
    }
    return way == DW_NAME_IS ? strcmp(name, text) == 0 : strncasecmp(name, text, strlen(text)) == 0;
}
