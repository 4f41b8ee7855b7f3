// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/layer_strip.h"

#include "app/desktop/base/number_text.h"
#include "app/session/tables/layer_runs.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kStripHeight = 72;
constexpr double kStripRow = 22;
constexpr double kStripBar = 10;
constexpr double kStripName = 150;
constexpr double kStripParts = 190;
constexpr double kLeastBlock = 3;
constexpr std::size_t kMostStripRows = 16;
constexpr double kWeightBytes = 2;
constexpr double kFigureWords = 84;   ///< behind a bar
constexpr double kMixtureWords = 140; ///< with what of it is active

QColor colorOfRun(const LayerRun& run)
{
    if (run.place != RunPlace::Layers)
        return colorOf(core::OpClass::Embedding);
    if (run.parts.tokens == core::TokenPart::Experts)
        return colorOf(core::OpClass::CollectiveExpert);
    if (run.parts.recurs())
        return colorOf(core::OpClass::Copy);
    return run.parts.mixer == core::Mixer::Attention ? colorOf(core::OpClass::Attention)
                                                     : colorOf(core::OpClass::MatrixProduct);
}

struct StripTotals {
    double parameters = 0;
    double active = 0;
    double flops = 0;
    double layers = 0; ///< and what stands before and behind them
    double mostParameters = 0;
    double mostFlops = 0;
};

StripTotals totalsOf(const std::vector<LayerRun>& runs)
{
    StripTotals sum;
    for (const LayerRun& run : runs) {
        const auto count = static_cast<double>(run.count);
        sum.parameters += count * run.parameters;
        sum.active += count * run.active;
        sum.flops += count * run.flops;
        sum.layers += count;
        sum.mostParameters = std::max(sum.mostParameters, run.parameters);
        sum.mostFlops = std::max(sum.mostFlops, run.flops);
    }
    return sum;
}

QString totalText(const core::ModelSpec& model, const StripTotals& sum)
{
    const auto tokens = sampleTokens(model);
    const QString flops = tokens ? Words::tr("%1 FLOP a sample of %2 tokens, forward")
                                       .arg(countString(sum.flops), integerString(*tokens))
                                 : Words::tr("%1 FLOP a sample, forward").arg(countString(sum.flops));
    if (sum.active < sum.parameters * (1 - 1e-9))
        return Words::tr("%1 parameters, %2 of them (%3) active for a token; %4")
            .arg(countString(sum.parameters), countString(sum.active),
                 percentString(sum.active / sum.parameters), flops);
    return Words::tr("%1 parameters, all active; %2").arg(countString(sum.parameters), flops);
}

QString runText(const LayerRun& run, const QString& name, const core::ModelSpec& model)
{
    QStringList said{name};
    if (const QString parts = runParts(run, model); !parts.isEmpty())
        said << parts;
    const QString each = run.count > 1 ? Words::tr("each %1 parameters") : Words::tr("%1 parameters");
    said << each.arg(countString(run.parameters));
    if (run.active < run.parameters)
        said << Words::tr("%1 active").arg(countString(run.active));
    said << quantityString(kWeightBytes * run.parameters, core::kByte);
    if (run.flops > 0)
        said << Words::tr("%1 FLOP").arg(countString(run.flops));
    return said.join(QStringLiteral(", "));
}

/// The blocks from \p top on: one column for each layer while there is room, else one for several.
void addBlocks(Scene& scene, const core::ModelSpec& model, const std::vector<LayerRun>& runs,
               const StripTotals& sum, double top, const Theme& theme)
{
    const double each = scene.width / sum.layers;
    double x = 0;
    for (const LayerRun& run : runs) {
        const double wide = each * static_cast<double>(run.count);
        const QColor color = colorOfRun(run);
        const auto blocks = std::clamp<std::int64_t>(
            static_cast<std::int64_t>(wide / std::max(each, kLeastBlock)), 1, run.count);
        const double step = wide / static_cast<double>(blocks);
        const double height = std::max(3.0, kStripHeight * run.parameters / sum.mostParameters);
        const double active = run.parameters > 0 ? height * run.active / run.parameters : height;
        const double gap = step > 4 ? 1 : 0;
        for (std::int64_t block = 0; block < blocks; ++block) {
            const double left = x + step * static_cast<double>(block);
            const double bottom = top + kStripHeight;
            if (active < height)
                scene.boxes.push_back(
                    {{left, bottom - height, step - gap, height - active}, paler(color, 0.75, theme)});
            scene.box({left, bottom - active, step - gap, active}, color);
        }
        scene.spot({x, top, std::max(wide, 2.0), kStripHeight}, runText(run, runName(run), model));
        x += wide;
    }
    scene.line({0, top + kStripHeight}, {scene.width, top + kStripHeight}, theme.line);
}

/// Equal layers, wherever they stand.
struct LayerKindRow {
    LayerRun run;
    QString name;
};

std::vector<LayerKindRow> kindsOf(const std::vector<LayerRun>& runs)
{
    struct Gathered {
        LayerRun run;
        std::int64_t runs = 0;
    };
    std::vector<Gathered> gathered;
    for (const LayerRun& run : runs) {
        const auto same = std::ranges::find_if(gathered, [&](const Gathered& other) {
            return other.run.place == run.place && other.run.parts == run.parts &&
                   other.run.parameters == run.parameters && other.run.active == run.active &&
                   other.run.flops == run.flops && run.name.empty();
        });
        if (same == gathered.end()) {
            gathered.push_back({run, 1});
            continue;
        }
        same->run.count += run.count;
        ++same->runs;
    }
    std::vector<LayerKindRow> rows;
    for (const Gathered& one : gathered)
        rows.push_back(
            {one.run, one.runs == 1
                          ? runName(one.run)
                          : Words::tr("%1 layers, from %2 on").arg(one.run.count).arg(one.run.first)});
    return rows;
}

/// Draws one row of bars for each kind of layer; returns the y below the last.
double addRows(Scene& scene, const core::ModelSpec& model, const std::vector<LayerRun>& runs,
               const StripTotals& sum, double top, const Theme& theme)
{
    const std::vector<LayerKindRow> kinds = kindsOf(runs);
    const double parts = scene.width > 720 ? kStripParts : 0;
    const double left = kStripName + parts;
    const double column = std::max(60.0, (scene.width - left) / 3);
    const bool mixture = sum.active < sum.parameters * (1 - 1e-9);
    const auto heading = [&](int at, const QString& text) {
        scene.text({left + column * at, top, column - 8, 16}, text, theme.textDim);
    };
    heading(0, Words::tr("Parameters of a layer"));
    heading(1, Words::tr("FLOP of a layer, forward"));
    heading(2, Words::tr("Weights in 16 bits"));
    double y = top + 20;
    for (std::size_t at = 0; at < std::min(kinds.size(), kMostStripRows); ++at) {
        const LayerRun& run = kinds[at].run;
        scene.box({0, y + 5, 10, 10}, colorOfRun(run));
        scene.text({16, y, kStripName - 20, kStripRow}, kinds[at].name, theme.text);
        if (parts > 0)
            scene.text({kStripName, y, kStripParts - 8, kStripRow}, runParts(run, model), theme.textDim);
        const auto bar = [&](int place, double share, double strong, const QColor& color,
                             const QString& text) {
            const double words = place == 0 && mixture ? kMixtureWords : kFigureWords;
            const double room = column - words - 6;
            const double x = left + column * place;
            const double bottom = y + (kStripRow - kStripBar) / 2;
            if (room > 20) {
                if (strong < share)
                    scene.box({x, bottom, share * room, kStripBar}, paler(color, 0.75, theme));
                scene.box({x, bottom, std::min(strong, share) * room, kStripBar}, color);
            }
            scene.text({x + (room > 20 ? share * room + 6 : 0), y, words, kStripRow}, text, theme.text);
        };
        const QString held =
            run.active < run.parameters
                ? Words::tr("%1, %2 active").arg(countString(run.parameters), countString(run.active))
                : countString(run.parameters);
        bar(0, run.parameters / sum.mostParameters, run.active / sum.mostParameters, colorOfRun(run), held);
        bar(1, sum.mostFlops > 0 ? run.flops / sum.mostFlops : 0, 1, colorOf(core::OpClass::MatrixProduct),
            run.flops > 0 ? countString(run.flops) : QStringLiteral("\u2013"));
        bar(2, run.parameters / sum.mostParameters, 1, colorOf(core::Purpose::Weights),
            quantityString(kWeightBytes * run.parameters, core::kByte));
        scene.spot({0, y, scene.width, kStripRow}, runText(run, kinds[at].name, model));
        y += kStripRow;
    }
    if (kinds.size() > kMostStripRows)
        y = scene.paragraph(
            y + 2,
            Words::tr("%1 further kinds of layers are in the table.").arg(kinds.size() - kMostStripRows),
            theme.textDim);
    return y;
}

} // namespace

Scene layerStripScene(const core::ModelSpec& model, double width, const Theme& theme)
{
    Scene scene{width};
    const std::vector<LayerRun> runs = layerRuns(model);
    const StripTotals sum = totalsOf(runs);
    if (sum.layers <= 0 || sum.mostParameters <= 0)
        return scene;
    const double top = scene.paragraph(0, totalText(model, sum), theme.text) + 8;
    addBlocks(scene, model, runs, sum, top, theme);
    scene.height = addRows(scene, model, runs, sum, top + kStripHeight + 12, theme) + 4;
    if (sum.active < sum.parameters * (1 - 1e-9))
        scene.height = scene.paragraph(scene.height,
                                       Words::tr("The lower, stronger part of a block is what a token goes "
                                                 "through; the rest are experts it is not sent to."),
                                       theme.textDim) +
                       4;
    return scene;
}

} // namespace shardscope::app
