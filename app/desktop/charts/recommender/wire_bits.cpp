// SPDX-License-Identifier: GPL-3.0-or-later
// What fewer bits save on every collective, and what was published of the accuracy that they cost.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/bar_rows.h"
#include "app/session/recommender/wire_accuracy.h"
#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

namespace shardscope::app {
namespace {

struct Collective {
    const char* key;  ///< of core::Plan::wire
    const char* part; ///< of the step
    double elements;  ///< that a device hands over in a step
};

} // namespace

Scene wireScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const core::Plan& plan = study.request.plan;
    const auto batch = static_cast<double>(study.placement.settings.batch);
    const Collective all[]{
        {"all_to_all_forward", "vector_all_to_all", batch * study.model().pooledWidth()},
        {"all_to_all_backward", "gradient_all_to_all", batch * study.model().pooledWidth()},
        {"all_reduce", "all_reduce", study.model().denseParameters()}};
    const core::Bytes wide = core::widthOf(core::Dtype::Fp32);
    double most = 0;
    for (const Collective& one : all)
        most = std::max(most, (one.elements * wide).value());
    std::vector<BarRow> rows;
    for (const Collective& one : all) {
        const auto found = plan.wire.find(one.key);
        const core::Dtype dtype = found == plan.wire.end() ? plan.precision.weights : found->second;
        const core::Bytes sent = one.elements * core::widthOf(dtype);
        const core::Bytes saved = one.elements * wide - sent;
        const QString name = recommenderPartName(one.part);
        const QString format = QString::fromUtf8(core::nameOf(dtype).data());
        BarRow row{name,
                   {{sent.value(), theme.accent, name, quantityString(sent)}},
                   QStringLiteral("%1, %2").arg(quantityString(sent), format)};
        if (saved.value() > 0)
            row.parts.push_back({saved.value(), paler(theme.accent, 0.75, theme), name,
                                 Words::tr("%1 less than in fp32").arg(quantityString(saved))});
        rows.push_back(row);
    }
    double y = addBarRows(scene, 0, rows, most, most, theme) + 6;
    const std::vector<WireAccuracy> published = wireAccuracy(plan);
    for (std::size_t i = 0; i < published.size(); ++i) {
        if (i > 0 && published[i].finding == published[i - 1].finding)
            continue; // one sentence for both directions
        y = scene.paragraph(y,
                            Words::tr("Published of %1: %2 (%3).")
                                .arg(QString::fromUtf8(core::nameOf(published[i].dtype).data()),
                                     translated(published[i].finding),
                                     QString::fromUtf8(published[i].source)),
                            theme.text) +
            4;
    }
    scene.height =
        std::max(
            64.0,
            scene.paragraph(
                y,
                published.empty()
                    ? Words::tr("No format was chosen for the wire: everything travels in the weights' own.")
                    : Words::tr("Of others' models and data: no prediction of "
                                "this model's accuracy."),
                theme.textDim)) +
        4;
    return scene;
}

} // namespace shardscope::app
