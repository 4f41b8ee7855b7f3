// SPDX-License-Identifier: GPL-3.0-or-later
// Four ways through the same stages: who waits for whom, and how stale each batch is.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kName = 168;
constexpr double kBar = 13;
constexpr double kPitch = 15;
constexpr double kBlock = 18; ///< below the stages of a mode

constexpr std::array kStages{planner::PersiaStage::Get, planner::PersiaStage::Dense,
                             planner::PersiaStage::AllReduce, planner::PersiaStage::Put};
constexpr std::array<const char*, 4> kKeys{"get", "dense", "all_reduce", "put"};

QColor colorOfStage(planner::PersiaStage stage)
{
    switch (stage) {
    case planner::PersiaStage::Get: return colorOf(core::OpClass::Embedding);
    case planner::PersiaStage::Dense: return colorOf(core::OpClass::MatrixProduct);
    case planner::PersiaStage::AllReduce: return colorOf(core::OpClass::CollectiveReplica);
    case planner::PersiaStage::Put: return colorOf(core::OpClass::Copy);
    }
    return {};
}

/// Spans of one stage may overlap where it has several workers: each goes to the first free row.
std::vector<std::pair<const planner::PersiaSpan*, int>> rowsOf(const planner::PersiaTimeline& timeline,
                                                               planner::PersiaStage stage, int& rows)
{
    std::vector<std::pair<const planner::PersiaSpan*, int>> placed;
    std::vector<double> freeFrom;
    for (const planner::PersiaSpan& span : timeline.spans) {
        if (span.stage != stage || !(span.begin < span.end))
            continue;
        std::size_t row = 0;
        while (row < freeFrom.size() && freeFrom[row] > span.begin.value() * (1 + 1e-12))
            ++row;
        if (row == freeFrom.size())
            freeFrom.push_back(0);
        freeFrom[row] = span.end.value();
        placed.emplace_back(&span, static_cast<int>(row));
    }
    rows = static_cast<int>(freeFrom.size());
    return placed;
}

/// A span where it is drawn.
struct DrawnSpan {
    const planner::PersiaSpan* span = nullptr;
    QRectF rect;
};

/// The span that \p late waits for: the last to end before it begins, other than the stage before it of its
/// own batch, which every batch follows. Null where it begins as soon as that one ends, or with the run.
const DrawnSpan* waitedFor(const std::vector<DrawnSpan>& all, const DrawnSpan& late)
{
    const double begin = late.span->begin.value();
    const double same = 1e-9 * std::max(begin, 1e-12);
    const DrawnSpan* found = nullptr;
    for (const DrawnSpan& other : all) {
        if (std::abs(other.span->end.value() - begin) > same)
            continue;
        if (other.span->batch == late.span->batch)
            return nullptr;
        if (found == nullptr || other.span->batch > found->span->batch)
            found = &other;
    }
    return begin > 0 ? found : nullptr;
}

/// Arrows from what ends to what could only then begin.
void addWaits(Scene& scene, const std::vector<DrawnSpan>& all, const Theme& theme)
{
    for (const DrawnSpan& late : all) {
        const DrawnSpan* first = waitedFor(all, late);
        if (first == nullptr || std::abs(first->rect.top() - late.rect.top()) < 1)
            continue; // one after the other in a row is seen without
        const bool down = first->rect.top() < late.rect.top();
        const double x = late.rect.left() + 0.5;
        scene.lines.push_back({QPolygonF({QPointF(x, down ? first->rect.bottom() : first->rect.top()),
                                          QPointF(x, down ? late.rect.top() : late.rect.bottom())}),
                               theme.text, 1.4, false, true});
    }
}

} // namespace

Scene modeScene(const Study& study, double width, const Theme& theme)
{
    constexpr int kMostRows = 3; ///< of one stage; further workers are told in the table
    Scene scene{width};
    const double room = std::max(60.0, width - kName - 8);
    // The synchronous mode's first batches fill the width; faster modes get further in the same time.
    double end = 0;
    for (const planner::PersiaTimeline& timeline : study.timelines) {
        for (const planner::PersiaSpan& span : timeline.spans) {
            if (span.batch < 4 && &timeline == &study.timelines.front())
                end = std::max(end, span.end.value());
        }
    }
    const double scale = end > 0 ? room / end : 0;
    double y = 0;
    for (std::size_t mode = 0; mode < study.timelines.size(); ++mode) {
        const planner::PersiaTimeline& timeline = study.timelines[mode];
        const double top = y;
        const auto stale = *std::ranges::max_element(timeline.staleness);
        std::vector<DrawnSpan> drawn;
        for (std::size_t s = 0; s < kStages.size(); ++s) {
            int rows = 0;
            const auto placed = rowsOf(timeline, kStages[s], rows);
            for (const auto& [span, row] : placed) {
                if (row >= kMostRows || span->begin.value() >= end)
                    continue;
                const double x = kName + span->begin.value() * scale;
                const double right = std::min(kName + room, kName + span->end.value() * scale);
                const QRectF rect(x, y + row * kPitch, std::max(1.0, right - x - 1), kBar);
                scene.box(rect, colorOfStage(kStages[s])).label = QString::number(span->batch);
                drawn.push_back({span, rect});
                scene.spot(rect, Words::tr("%1, batch %2, %3: %4; staleness %5")
                                     .arg(modeName(planner::kPersiaModes[mode]), QString::number(span->batch),
                                          stageWord(kKeys[s]), quantityString(span->end - span->begin),
                                          QString::number(
                                              timeline.staleness[static_cast<std::size_t>(span->batch)])));
            }
            y += kPitch * std::min(rows, kMostRows);
        }
        addWaits(scene, drawn, theme);
        scene.text({0, top, kName - 8, 16}, modeName(planner::kPersiaModes[mode]), theme.text, kTextLeft,
                   Weight::Strong);
        scene.text({0, top + 15, kName - 8, 16}, Words::tr("%1 a batch").arg(quantityString(timeline.period)),
                   theme.textDim);
        scene.text({0, top + 30, kName - 8, 16}, Words::tr("staleness up to %1").arg(stale), theme.textDim);
        y = std::max(y, top + 48) + kBlock - 8;
        scene.line({0, y - 5}, {width, y - 5}, theme.line);
    }
    std::vector<std::pair<QColor, QString>> entries;
    for (std::size_t s = 0; s < kStages.size(); ++s)
        entries.emplace_back(colorOfStage(kStages[s]), stageWord(kKeys[s]));
    y = scene.legend(y, entries, theme);
    scene.height = scene.paragraph(y,
                                   Words::tr("One NN worker; the numbers are batches. Arrows: a batch waits "
                                             "for another one's stage. Times without contention between "
                                             "stages."),
                                   theme.textDim) +
                   4;
    return scene;
}

} // namespace shardscope::app
