// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's embedding array list: the map that finds an entry, the links that order entries by their last use,
// and the bytes of one.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/bar_rows.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kNodes = 5;
constexpr double kNodeHigh = 34;

/// The nodes from front to back with their links; returns the y below.
double addNodes(Scene& scene, double top, const Theme& theme)
{
    const double gap = 26;
    const double wide = (scene.width - gap * (kNodes - 1)) / kNodes;
    const QColor color = colorOf(core::Purpose::Embedding);
    const double y = top + 22;
    for (int i = 0; i < kNodes; ++i) {
        const QRectF box(i * (wide + gap), y, wide, kNodeHigh);
        scene.boxes.push_back({box, paler(color, i == 0 ? 0.75 : 0.4, theme), color, false, 3});
        scene
            .text({box.left() + 2, box.top(), wide - 4, kNodeHigh},
                  i == 0            ? Words::tr("front: goes first")
                  : i + 1 == kNodes ? Words::tr("back: used last")
                                    : Words::tr("entry"),
                  theme.text, kTextMiddle)
            .halo = false;
        if (i + 1 < kNodes) {
            const double x = box.right();
            scene.lines.push_back(
                {QPolygonF({{x + 3, y + 11}, {x + gap - 3, y + 11}}), theme.text, 1, false, true});
            scene.lines.push_back(
                {QPolygonF({{x + gap - 3, y + 23}, {x + 3, y + 23}}), theme.textDim, 1, false, true});
        }
        scene.spot(
            box, Words::tr("A node of the array: next and previous as positions of 32 bits, and the entry"));
    }
    // The map points at positions of the array.
    const double below = y + kNodeHigh + 34;
    const QRectF map(0, below, scene.width, 24);
    scene.boxes.push_back({map, theme.raised, theme.line, false, 3});
    scene.text(map, Words::tr("map: id (64 bits) → position (32 bits)"), theme.text, kTextMiddle);
    for (int i = 0; i < kNodes; ++i) {
        const double x = i * (wide + gap) + wide / 2;
        scene.lines.push_back(
            {QPolygonF({{x, below - 2}, {x, y + kNodeHigh + 3}}), theme.textDim, 1, false, true});
    }
    // A read takes an entry to the back.
    const double from = 1 * (wide + gap) + wide / 2;
    const double to = (kNodes - 1) * (wide + gap) + wide / 2;
    scene.lines.push_back({QPolygonF({{from, y - 2}, {from, y - 10}, {to, y - 10}, {to, y - 2}}),
                           theme.accent, 1.5, false, true});
    scene.text({from, y - 24, to - from, 13}, Words::tr("a read moves it to the back"), theme.accent,
               kTextMiddle);
    return below + 24;
}

} // namespace

Scene listScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const Operations& operations = study.operations;
    double y = addNodes(scene, 8, theme) + 12;
    const auto& tables = study.model().tables;
    const auto widest = std::ranges::max_element(tables, {}, &core::EmbeddingTable::rows);
    const planner::EmbeddingEntryBytes bytes = planner::embeddingEntryBytes(*widest);
    const auto part = [](const QString& name, core::Bytes value, const QColor& color) {
        return BarPart{value.value(), color, name, quantityString(value)};
    };
    const BarRow row{Words::tr("an entry"),
                     {part(Words::tr("links"), bytes.links, colorOf(core::OpClass::PointToPoint)),
                      part(Words::tr("head, dimension, id"), bytes.entry, colorOf(core::OpClass::Copy)),
                      part(Words::tr("map"), bytes.map, theme.warn),
                      part(Words::tr("weights"), bytes.weights, colorOf(core::Purpose::Embedding)),
                      part(Words::tr("optimizer state"), bytes.optimizer, colorOf(core::OpClass::Optimizer))},
                     quantityString(bytes.all())};
    y = addBarRows(scene, y, {row}, bytes.all().value(), bytes.all().value(), theme) + 6;
    const core::Bytes overhead = bytes.links + bytes.entry + bytes.map;
    y = scene.paragraph(
        y,
        Words::tr("An entry of %1 elements takes %2, of which %3 find and evict it.")
            .arg(integerString(widest->dim), quantityString(bytes.all()), quantityString(overhead)),
        theme.text);
    const planner::PersiaMemory& memory = operations.memory;
    y = scene.paragraph(
        y + 4,
        memory.residentRows < memory.addressableRows
            ? Words::tr("%1 of %2 rows are resident: an insertion beyond that pops the front, and %3 of the "
                        "lookups "
                        "make their row anew. A row that is not met again is gone after %4 samples.")
                  .arg(countString(memory.residentRows), countString(memory.addressableRows),
                       percentString(memory.missRatio, 1), countString(memory.samplesKept))
            : Words::tr("All %1 rows fit: nothing is evicted.").arg(countString(memory.addressableRows)),
        theme.text);
    scene.height =
        scene.paragraph(
            y + 4,
            Words::tr(
                "By the published code: the array for the whole capacity is made at the start, positions "
                "have "
                "32 bits, rows' numbers lie in allocations of their own (whose headers are not counted), so "
                "that rows are not contiguous as the article has them."),
            theme.textDim) +
        4;
    return scene;
}

} // namespace shardscope::app
