// SPDX-License-Identifier: GPL-3.0-or-later
// Slides as one page of HTML that asks no network for anything: read from top to bottom, shown one at a time
// by its keys, printed one page for each slide.
#include "app/desktop/base/number_text.h"
#include "app/desktop/figures/picture_file.h"
#include "app/desktop/report/slides_file.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

#include <QStringList>

namespace shardscope::app {
namespace {

constexpr std::size_t kMostHovered = 3'000; ///< parts of a figure that say what they are
constexpr std::size_t kMostHtmlRows = 500;

constexpr const char* kSlidesHead =
    R"(<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<style>
body { font: 16px/1.6 Inter, "Noto Sans CJK JP", sans-serif; color: #1b2430; background: #eceff3; margin: 0; }
section { max-width: 1200px; margin: 24px auto; background: #fff; border: 1px solid #dde2e8; border-radius: 8px; overflow: hidden; }
section > svg { display: block; width: 100%; height: auto; } h2 { position: absolute; left: -9999px; }
details { padding: 8px 48px 12px; } summary { cursor: pointer; color: #2f6fe0; font-weight: 600; }
table { border-collapse: collapse; margin: .6em 0; font-size: 14px; } td, th { padding: 2px 14px 2px 0; text-align: left; font-weight: 400; } th { color: #5b6673; }
.notes { padding: 0 48px 12px; white-space: pre-line; color: #5b6673; } .wide { overflow-x: auto; }
nav { max-width: 1200px; margin: 24px auto 0; color: #5b6673; }
body.shown { background: #000; } body.shown nav, body.shown section, body.shown .notes, body.shown details { display: none; }
body.shown section.on { display: block; margin: 0; border: 0; border-radius: 0; max-width: none; }
body.shown section.on > svg { width: 100vw; height: 100vh; background: #fff; } body.shown.told section.on .notes { display: block; }
polygon.spot:hover { fill: #2f6fe0; fill-opacity: .15; }
@media print { body { background: #fff; } nav, details, .notes { display: none; } section { break-after: page; border: 0; margin: 0; max-width: none; } @page { size: 13.333in 7.5in; margin: 0; } }
</style>
)";

constexpr const char* kSlidesScript = R"(<script>
const slides = [...document.querySelectorAll("section")];
let at = 0;
const show = to => {
  at = Math.max(0, Math.min(slides.length - 1, to));
  document.body.classList.add("shown");
  slides.forEach((one, number) => one.classList.toggle("on", number === at));
  slides[at].focus();
};
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const shown = document.body.classList.contains("shown");
  switch (event.key) {
    case "ArrowRight": case "PageDown": show(shown ? at + 1 : at); break;
    case "ArrowLeft": case "PageUp": show(shown ? at - 1 : at); break;
    case "Home": if (!shown) return; show(0); break;
    case "End": if (!shown) return; show(slides.length - 1); break;
    case "n": case "N": document.body.classList.toggle("told"); break;
    case "Escape": document.body.classList.remove("shown", "told"); slides[at].scrollIntoView(); break;
    default: return;
  }
  event.preventDefault();
});
</script>
)";

QString escaped(const QString& text) { return shownText(text).toHtmlEscaped(); }

/// Elements over the figure that can be hovered: each part says what it is.
QByteArray spotElements(const ShownSlide& shown)
{
    QString elements;
    std::size_t count = 0;
    for (const HotSpot& spot : spotsOf(shown, theme(Scheme::Print))) {
        if (spot.text.isEmpty() || ++count > kMostHovered)
            continue;
        QStringList points;
        for (const QPointF& point : spot.area)
            points << QStringLiteral("%1,%2").arg(point.x(), 0, 'f', 1).arg(point.y(), 0, 'f', 1);
        elements +=
            QStringLiteral("<polygon class=\"spot\" fill=\"#fff\" fill-opacity=\"0\" points=\"%1\"><title>"
                           "%2</title></polygon>\n")
                .arg(points.join(QLatin1Char(' ')), escaped(spot.text));
    }
    return elements.toUtf8();
}

QString tableElements(const core::Table& table)
{
    QString html = QStringLiteral("<details><summary>%1</summary><div class=\"wide\"><table><tr>")
                       .arg(escaped(Words::tr("Table")));
    for (const core::Column& column : table.columns)
        html += QStringLiteral("<th>%1</th>").arg(escaped(translated(column.title)));
    html += QStringLiteral("</tr>\n");
    for (std::size_t row = 0; row < std::min(kMostHtmlRows, table.rows.size()); ++row) {
        html += QStringLiteral("<tr>");
        for (std::size_t column = 0; column < table.columns.size(); ++column)
            html += QStringLiteral("<td>%1</td>").arg(escaped(cellString(table, row, column)));
        html += QStringLiteral("</tr>\n");
    }
    return html + QStringLiteral("</table></div></details>\n");
}

QString sectionOf(const ShownSlide& shown, const SlidesForm& form)
{
    QByteArray svg = inlineSvg(slideDrawing(shown), titleOf(shown), Scheme::Print,
                               static_cast<int>(kSlideSize.width()), form.outlines);
    if (const qsizetype end = svg.lastIndexOf("</svg>"); end >= 0)
        svg.insert(end, spotElements(shown));
    QString html = QStringLiteral("<section id=\"slide%1\" tabindex=\"-1\"><h2>%2</h2>\n%3\n")
                       .arg(shown.number)
                       .arg(escaped(titleOf(shown)), QString::fromUtf8(svg));
    if (shown.made.figure.table && !shown.made.figure.table->rows.empty())
        html += tableElements(*shown.made.figure.table);
    if (!shown.slide.notes.empty())
        html += QStringLiteral("<p class=\"notes\">%1</p>\n")
                    .arg(QString::fromStdString(shown.slide.notes).toHtmlEscaped());
    return html + QStringLiteral("</section>\n");
}

} // namespace

core::Result<QString> slidesPage(const std::vector<ShownSlide>& slides, const SlidesForm& form,
                                 const core::Task& task)
{
    const QString title = slides.empty() ? QString() : titleOf(slides.front());
    QString html =
        QStringLiteral("<!DOCTYPE html>\n<html lang=\"%1\"><head>%2<title>%3</title></head><body>\n")
            .arg(form.language, QLatin1String(kSlidesHead), escaped(title));
    html += QStringLiteral("<nav>%1</nav>\n")
                .arg(escaped(Words::tr("→ shows the slides one by one, ← goes back, N shows the notes, Esc "
                                       "ends.")));
    for (const ShownSlide& shown : slides) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        html += sectionOf(shown, form);
    }
    return html + QLatin1String(kSlidesScript) + QStringLiteral("</body></html>\n");
}

} // namespace shardscope::app
