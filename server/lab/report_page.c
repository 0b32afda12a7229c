#include "server/lab/report_page.h"

#include <inttypes.h>

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1c2127;--soft:#59636e;--rule:#d3d9df;\n"
    "--track:#edf0f3;--won:#c4571b;--lost:#2f6cb3;--timeout:#93a7bd;--heat:196,87,27;\n"
    "--s0:#7f1d4e;--s1:#b0305c;--s2:#d95b52;--s3:#ee8f4f;--s4:#f5bd63;--s5:#e6cf7a;"
    "--s6:#b9c2cc;\n"
    "--floor:#e9e6df;--wall:#6b747e;--piece:#cfcabd;--exit:#8fcba6;--door:#b08a5c;--item:#2f6cb3;\n"
    "--link:#1f5fa8;--o0:#17407a;--o1:#3f7cc4;--o2:#9fc0e6}\n"
    "@media (prefers-color-scheme:dark){:root{--paper:#15181c;--ink:#e7eaee;--soft:#a3adb8;\n"
    "--rule:#39424c;--track:#252b32;--won:#e8803c;--lost:#5b97dd;--timeout:#5f7186;\n"
    "--heat:232,128,60;--s0:#a63d78;--s6:#4c5763;\n"
    "--floor:#2c333b;--wall:#8b96a1;--piece:#434c56;--exit:#2f6b4b;--door:#b08a5c;--item:#5b97dd;\n"
    "--link:#8fbcf5;--o0:#8fbcf5;--o1:#4f8bd3;--o2:#2c5788}}"
    "\n"
    "@media (prefers-color-scheme:dark){.map image{filter:invert(1) hue-rotate(180deg)}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1rem;max-width:72rem;background:var(--paper);color:var(--ink);\n"
    "font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\n"
    "h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.25rem;margin:2.5rem 0 .5rem;\n"
    "border-top:1px solid var(--rule);padding-top:1rem}h3{font-size:1rem;margin:1.5rem 0 .4rem}\n"
    "p,ul{max-width:46rem}.versus{color:var(--soft)}\n"
    ".row{display:grid;grid-template-columns:18rem 1fr 17rem;gap:0 1rem;align-items:center;\n"
    "padding:.15rem 0}.row svg{display:block;width:100%;height:1rem}\n"
    ".figures{font-variant-numeric:tabular-nums;font-size:.9rem}\n"
    ".track{fill:var(--track)}.whisker{stroke:var(--ink);stroke-width:3}.halo{stroke:var(--paper);"
    "stroke-width:6}\n"
    ".difference .zero{stroke:var(--soft);stroke-width:1}.dot{fill:var(--ink)}\n"
    "line{vector-effect:non-scaling-stroke}\n"
    ".outcome .k0{fill:var(--won);background:var(--won)}"
    ".outcome .k1{fill:var(--lost);background:var(--lost)}"
    ".outcome .k2{fill:var(--timeout);background:var(--timeout)}\n"
    ".time .k0{fill:var(--s0);background:var(--s0)}.time .k1{fill:var(--s1);background:var(--s1)}"
    ".time .k2{fill:var(--s2);background:var(--s2)}.time .k3{fill:var(--s3);background:var(--s3)}"
    ".time .k4{fill:var(--s4);background:var(--s4)}.time .k5{fill:var(--s5);background:var(--s5)}"
    ".time .k6{fill:var(--s6);background:var(--s6)}\n"
    ".order .k0{fill:var(--o0);background:var(--o0)}.order .k1{fill:var(--o1);background:var(--o1)}"
    ".order .k2{fill:var(--o2);background:var(--o2)}.order .k3{fill:var(--s1);background:var(--s1)}"
    ".order .k4{fill:var(--s4);background:var(--s4)}.order .k5{fill:var(--s6);background:var(--s6)}"
    ".order .k6{fill:var(--timeout);background:var(--timeout)}\n"
    ".twice .k0{fill:var(--timeout);background:var(--timeout)}"
    ".twice .k1{fill:var(--s1);background:var(--s1)}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;list-style:none;\n"
    "font-size:.9rem}.legend span{display:inline-block;width:.9rem;height:.9rem;\n"
    "margin-right:.35rem;vertical-align:-.1rem;border-radius:2px}\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;\n"
    "font-variant-numeric:tabular-nums;overflow-wrap:normal}\n"
    "th,td{border:1px solid var(--rule);padding:.25rem .5rem;text-align:right;white-space:nowrap}\n"
    "th{text-align:left;font-weight:600}th.name{white-space:normal}td.nash{outline:2px solid "
    "var(--ink);\n"
    "outline-offset:-3px;font-weight:700}td.share,th.share{color:var(--soft);font-weight:400}\n"
    ".hidden{position:absolute;width:0;height:0}.maps{display:grid;gap:.5rem 1rem;\n"
    "grid-template-columns:repeat(auto-fill,minmax(15rem,1fr))}figure{margin:0}\n"
    "figcaption{font-size:.9rem;font-variant-numeric:tabular-nums}\n"
    "a{color:var(--link)}.replays{margin:.15rem 0}.map{display:block;width:100%;height:auto}.map "
    "image{image-rendering:pixelated}\n"
    ".floor{fill:var(--floor)}.wall{fill:var(--wall)}.piece{fill:var(--piece)}"
    ".exit{fill:var(--exit)}.door{fill:var(--door)}.item{fill:var(--item)}\n"
    "@media (max-width:760px){.row{grid-template-columns:1fr;padding:.35rem 0}\n"
    "table{font-size:.75rem}th,td{padding:.2rem}th.top{writing-mode:vertical-rl}\n"
    "th:first-child{white-space:normal}}\n";

void dw_page_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            (void)fputs("&amp;", out);
            break;
        case '<':
            (void)fputs("&lt;", out);
            break;
        case '>':
            (void)fputs("&gt;", out);
            break;
        case '"':
            (void)fputs("&quot;", out);
            break;
        default:
            (void)fputc(*text, out);
            break;
        }
    }
}

void dw_page_begin(FILE *out, const char *title)
{
    (void)fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head>"
                "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
                "content=\"width=device-width,initial-scale=1\"/>\n<title>",
                out);
    dw_page_text(out, title);
    (void)fprintf(out, "</title>\n<style>\n%s</style></head>\n<body>\n<h1>", style);
    dw_page_text(out, title);
    (void)fputs("</h1>\n", out);
}

void dw_page_end(FILE *out)
{
    (void)fputs("</body></html>\n", out);
}

void dw_page_row_begin(FILE *out, const char *name, const char *versus)
{
    (void)fputs("<div class=\"row\"><div>", out);
    dw_page_text(out, name);
    if (versus != NULL) {
        (void)fputs(" <span class=\"versus\">", out);
        dw_page_text(out, versus);
        (void)fputs("</span>", out);
    }
    (void)fputs("</div>\n<div>", out);
}

void dw_page_row_end(FILE *out, const char *figures)
{
    (void)fputs("</div>\n<div class=\"figures\">", out);
    dw_page_text(out, figures);
    (void)fputs("</div></div>\n", out);
}

static void begin_bar(FILE *out, const char *scale)
{
    (void)fprintf(out,
                  "<svg class=\"%s\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" "
                  "xmlns=\"http://www.w3.org/2000/svg\">"
                  "<rect class=\"track\" width=\"100\" height=\"10\"/>",
                  scale);
}

/* With a rim in the colour of the paper, so that it stands out from any part of a bar. */
static void put_whisker(FILE *out, const dw_interval *percent)
{
    static const char *const strokes[] = {"halo", "whisker"};
    for (int i = 0; i < 2; i++) {
        (void)fprintf(out, "<line class=\"%s\" x1=\"%.2f\" x2=\"%.2f\" y1=\"5\" y2=\"5\"/>",
                      strokes[i], percent->low, percent->high);
    }
}

void dw_page_stacked_bar(FILE *out, const dw_page_stack *stack)
{
    const dw_page_scale *scale = stack->scale;
    uint64_t total = 0;
    for (uint32_t i = 0; i < scale->count; i++) {
        total += stack->parts[i];
    }
    begin_bar(out, scale->style);
    uint64_t before = 0;
    for (uint32_t i = 0; i < scale->count; i++) {
        if (stack->parts[i] > 0) {
            (void)fprintf(out,
                          "<rect class=\"k%u\" x=\"%.2f\" width=\"%.2f\" height=\"10\"><title>", i,
                          100.0 * (double)before / (double)total,
                          100.0 * (double)stack->parts[i] / (double)total);
            dw_page_text(out, scale->names[i]);
            (void)fprintf(out, ": %" PRIu64 " of %" PRIu64 "</title></rect>", stack->parts[i],
                          total);
        }
        before += stack->parts[i];
    }
    if (stack->interval != NULL) {
        const dw_interval percent = {100 * stack->interval->low, 100 * stack->interval->high};
        put_whisker(out, &percent);
    }
    (void)fputs("</svg>", out);
}

void dw_page_difference_bar(FILE *out, double difference, const dw_interval *interval)
{
    begin_bar(out, "difference");
    (void)fputs("<line class=\"zero\" x1=\"50\" x2=\"50\" y1=\"0\" y2=\"10\"/>", out);
    const dw_interval percent = {50 + 50 * interval->low, 50 + 50 * interval->high};
    put_whisker(out, &percent);
    (void)fprintf(out, "<rect class=\"dot\" x=\"%.2f\" y=\"1\" width=\"0.8\" height=\"8\"/></svg>",
                  50 + 50 * difference - 0.4);
}

void dw_page_legend(FILE *out, const dw_page_scale *scale)
{
    (void)fprintf(out, "<ul class=\"legend %s\">", scale->style);
    for (uint32_t i = 0; i < scale->count; i++) {
        (void)fprintf(out, "<li><span class=\"k%u\"></span>", i);
        dw_page_text(out, scale->names[i]);
        (void)fputs("</li>", out);
    }
    (void)fputs("</ul>\n", out);
}
