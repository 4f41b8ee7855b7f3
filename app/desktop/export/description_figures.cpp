// SPDX-License-Identifier: GPL-3.0-or-later
// What a model is and what a machine is: their sheets, and their figures, each by itself.
#include "app/desktop/charts/layer_strip.h"
#include "app/desktop/charts/machine_scene.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/plan/plan_words.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

namespace shardscope::app {
namespace {

template <class Described>
using SceneOf = Scene (*)(const Described&, double width, const Theme& theme);

/// Null where there is nothing described, or \p draw has nothing to say of it.
template <class Described>
SceneMaker sceneOf(const std::shared_ptr<const Described>& described, SceneOf<Described> draw)
{
    if (!described || draw(*described, kFigureWidth, theme(Scheme::Light)).height <= 0)
        return nullptr;
    return [described, draw](double width, const Theme& theme) { return draw(*described, width, theme); };
}

core::Result<Figure> described(const QString& title, const QString& sentence, SceneMaker maker)
{
    if (!maker)
        return nothingToShow(W_("its description says nothing of the kind"));
    return Figure{title, sentence, std::move(maker)};
}

core::Result<Drawing> drawn(const QString& title, const QString& sentence, SceneMaker maker)
{
    SHARDSCOPE_TRY(const Figure figure, described(title, sentence, std::move(maker)));
    return figureDrawing(figure);
}

core::Result<Drawing> modelSheet(const Given& given, const core::Task&)
{
    return drawn(titleOf(given.state.model), given.said.join(QLatin1Char(' ')),
                 stacked({sceneOf(given.state.model, layerStripScene), tableScene(given.table)}));
}

core::Result<Drawing> hardwareSheet(const Given& given, const core::Task&)
{
    return drawn(titleOf(given.state.hardware), given.said.join(QLatin1Char(' ')),
                 stacked({sceneOf(given.state.hardware, machineScene), tableScene(given.table)}));
}

} // namespace

void addDescriptionSheets(std::vector<FigureKind>& kinds)
{
    kinds.push_back({"model", "model", Need::Model, kReportWidth,
                     [] { return Words::tr("What a model consists of"); }, modelSheet});
    kinds.push_back({"hardware", "hardware", Need::Hardware, kReportWidth,
                     [] { return Words::tr("What a machine consists of"); }, hardwareSheet});
}

void addDescriptionFigures(std::vector<FigureKind>& kinds)
{
    const auto add = [&]<class Described>(const char* name, const char* page, Need need, QString (*title)(),
                                          std::shared_ptr<const Described> PlanState::*member,
                                          SceneOf<Described> draw) {
        kinds.push_back(madeBy({name, page, need, kFigureWidth, title, nullptr},
                               [=](const Given& given, const core::Task&) {
                                   const auto& of = given.state.*member;
                                   return described(title(), of ? titleOf(of) : QString(), sceneOf(of, draw));
                               }));
    };
    add(
        "model.layers", "model", Need::Model, [] { return Words::tr("The layers of a model"); },
        &PlanState::model, layerStripScene);
    add(
        "hardware.machine", "hardware", Need::Hardware,
        [] { return Words::tr("A node's devices, memories and networks"); }, &PlanState::hardware,
        machineScene);
    add(
        "hardware.reached", "hardware", Need::Hardware,
        [] { return Words::tr("What programs reach of a machine's peaks"); }, &PlanState::hardware,
        efficiencyScene);
}

} // namespace shardscope::app
