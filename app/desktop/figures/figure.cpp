// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/figures/figure.h"

#include "app/desktop/figures/sheet.h"

#include <QLabel>
#include <QLayout>
#include <QTextDocumentFragment>
#include <QWidget>

namespace shardscope::app {
namespace {

constexpr double kApart = 12; ///< pixels between what is stacked

bool isSeen(const QWidget& widget)
{
    // A page that is not on top was never shown: only what is hidden on purpose counts.
    return !(widget.isHidden() && widget.testAttribute(Qt::WA_WState_ExplicitShowHide));
}

SceneMaker textOf(const QLabel& label)
{
    const QString text = label.textFormat() == Qt::RichText
                             ? QTextDocumentFragment::fromHtml(label.text()).toPlainText()
                             : label.text();
    if (text.isEmpty())
        return nullptr;
    return [text](double width, const Theme& theme) {
        Scene scene{width};
        scene.height = scene.paragraph(0, text, theme.text);
        return scene;
    };
}

void collect(const QLayout& layout, std::vector<SceneMaker>& makers)
{
    for (int at = 0; at < layout.count(); ++at) {
        QLayoutItem* item = layout.itemAt(at);
        if (const QWidget* widget = item->widget(); widget && isSeen(*widget))
            makers.push_back(shownIn(*widget));
        else if (const QLayout* inner = item->layout())
            collect(*inner, makers);
    }
}

} // namespace

SceneMaker stacked(std::vector<SceneMaker> makers)
{
    std::erase_if(makers, [](const SceneMaker& maker) { return !maker; });
    if (makers.size() < 2)
        return makers.empty() ? nullptr : makers.front();
    return [makers = std::move(makers)](double width, const Theme& theme) {
        Scene all{width};
        double top = 0;
        for (const SceneMaker& maker : makers) {
            all.append(maker(width, theme), {0, top});
            top = all.height + kApart;
        }
        return all;
    };
}

SceneMaker shownIn(const QWidget& widget)
{
    if (const auto* source = dynamic_cast<const SceneSource*>(&widget))
        return source->sceneMaker();
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        return textOf(*label);
    std::vector<SceneMaker> makers;
    if (widget.layout())
        collect(*widget.layout(), makers);
    return stacked(std::move(makers));
}

Drawing figureDrawing(const Figure& figure)
{
    if (!figure.scene)
        return nullptr;
    return [figure](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        sheet.title(figure.title);
        if (!figure.sentence.isEmpty())
            sheet.say(4, figure.sentence, theme.textDim);
        sheet.y += kApart;
        const Scene scene = figure.scene(sheet.inner, theme);
        sheet.draw({kPictureMargin, sheet.y}, scene);
        sheet.y += scene.height;
        return sheet.end(kApart, figure.source);
    };
}

} // namespace shardscope::app
