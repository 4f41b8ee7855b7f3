// SPDX-License-Identifier: GPL-3.0-or-later
// The step as its formula composes it: perceptrons, embeddings and the network run beside each other.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/bar_rows.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <map>
#include <string>

namespace shardscope::app {
namespace {

constexpr double kOverlapName = 190;
constexpr double kOverlapFigures = 150;
constexpr double kOverlapBar = 16;
constexpr double kOverlapPitch = 22;

struct Lane {
    const planner::RecommenderPart* part = nullptr;
    double begin = 0;
};

QColor colorOfPart(const std::string& key)
{
    if (key == "lookup" || key == "update")
        return colorOf(core::OpClass::Embedding);
    if (key == "id_all_to_all" || key == "vector_all_to_all" || key == "gradient_all_to_all")
        return colorOf(core::OpClass::CollectiveExpert);
    if (key == "all_reduce" || key == "shared_links")
        return colorOf(core::OpClass::CollectiveReplica);
    if (key == "optimizer")
        return colorOf(core::OpClass::Optimizer);
    if (key == "cache_misses")
        return colorOf(core::OpClass::Copy);
    if (key == "host" || key == "reader" || key == "ingest")
        return colorOf(core::OpClass::Host);
    return colorOf(core::OpClass::MatrixProduct);
}

/// Where each part begins, by the composition of docs/formulas.md, a ZionEX step.
std::vector<Lane> lanesOf(const Study& study)
{
    std::map<std::string, const planner::RecommenderPart*> parts;
    for (const planner::RecommenderPart& part : study.step.parts)
        parts[part.key] = &part;
    const auto length = [&](const char* key) {
        const auto found = parts.find(key);
        return found == parts.end() ? 0.0 : found->second->seconds.value();
    };
    std::vector<Lane> lanes;
    const auto add = [&](const char* key, double begin) {
        const auto found = parts.find(key);
        if (found != parts.end() && found->second->seconds.value() > 0)
            lanes.push_back({found->second, begin});
    };
    // A pipeline sends the next batch's ids and fetches its rows beside this one.
    const double input = length("id_all_to_all") + length("cache_misses");
    const double lookup = study.step.pipelined ? 0 : input;
    const double vectorsEnd = lookup + length("lookup") + length("vector_all_to_all");
    const double top = std::max(length("bottom_mlp_forward"), vectorsEnd);
    const double back = top + length("top_mlp_forward");
    const double lower = back + length("top_mlp_backward");
    const double tail =
        lower + std::max(length("gradient_all_to_all") + length("update"), length("bottom_mlp_backward"));
    // Links are shared where collectives meet: most of it behind backward.
    const double waiting = std::max(tail, back + length("all_reduce"));
    const double optimizer = waiting + length("shared_links");
    add("bottom_mlp_forward", 0);
    add("id_all_to_all", 0);
    add("cache_misses", length("id_all_to_all"));
    add("lookup", lookup);
    add("vector_all_to_all", lookup + length("lookup"));
    add("top_mlp_forward", top);
    add("top_mlp_backward", back);
    add("bottom_mlp_backward", lower);
    add("gradient_all_to_all", lower);
    add("update", lower + length("gradient_all_to_all"));
    add("all_reduce", back);
    add("shared_links", waiting);
    add("optimizer", optimizer);
    add("ingest", 0);
    add("reader", 0);
    add("host", std::max(0.0, (study.step.seconds.value() - length("host"))));
    return lanes;
}

} // namespace

Scene overlapScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const RowPlaces places(width, kOverlapName, kOverlapFigures);
    const std::vector<Lane> lanes = lanesOf(study);
    double end = study.step.seconds.value();
    for (const Lane& lane : lanes)
        end = std::max(end, lane.begin + lane.part->seconds.value());
    const double scale = end > 0 ? places.room() / end : 0;
    const QString limit = Words::tr("%1 a step, %2 samples/s; limited by %3.")
                              .arg(quantityString(study.step.seconds),
                                   countString(study.step.samplesPerSecond), boundName(study.step.bound));
    double y = scene.paragraph(0, limit, theme.text) + 8;
    const double first = y;
    for (const Lane& lane : lanes) {
        const planner::RecommenderPart& part = *lane.part;
        const QColor color = colorOfPart(part.key);
        const double hidden = std::max(0.0, (part.seconds - part.exposed).value());
        const double x = places.bar() + lane.begin * scale;
        const double top = y + places.below();
        if (hidden > 0)
            scene.box({x, top + 3, hidden * scale, kOverlapBar}, paler(color, 0.55, theme)).hatch = true;
        const double shown = part.seconds.value() - hidden;
        if (shown > 0)
            scene.box({x + hidden * scale, top + 3, std::max(1.0, shown * scale), kOverlapBar}, color);
        const QString figure =
            hidden > part.seconds.value() * 1e-9 && shown > 0
                ? Words::tr("%1, exposed %2")
                      .arg(quantityString(part.seconds), quantityString(shown, core::kSecond))
            : shown > 0 ? quantityString(part.seconds)
                        : Words::tr("%1, hidden").arg(quantityString(part.seconds));
        places.addTexts(scene, y, kOverlapPitch, recommenderPartName(part.key), figure, theme);
        scene.spot({x, top + 1, std::max(4.0, part.seconds.value() * scale), kOverlapBar + 4},
                   QStringLiteral("%1: %2").arg(recommenderPartName(part.key), figure),
                   QStringLiteral("part.%1").arg(QString::fromStdString(part.key)));
        y += places.below() + kOverlapPitch;
    }
    const double stepX = places.bar() + study.step.seconds.value() * scale;
    scene.line({places.bar(), first}, {places.bar(), y + 2}, theme.line);
    scene.line({stepX, first}, {stepX, y + 2}, theme.text).dashed = true;
    scene.text({stepX - 100, y + 2, 100, 16}, quantityString(study.step.seconds), theme.textDim, kTextRight);
    scene.height = scene.paragraph(y + 20,
                                   Words::tr("Hatched: hidden behind other parts. Time runs to the right; "
                                             "the dashed line ends the step."),
                                   theme.textDim) +
                   4;
    return scene;
}

} // namespace shardscope::app
