// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/assumptions.h"
#include "app/session/plan/idle_texts.h"
#include "app/session/text/shown_text.h"

#include "app/session/text/words.h"
#include "core/plan/recommender_batch.h"
#include "planner/calibration.h"

#include <QStringList>

#include <cmath>
#include <string>

namespace shardscope::app {
namespace {

double machinesOf(const core::HardwareSpec& hardware, const core::Evaluation& evaluation)
{
    return static_cast<double>(evaluation.devices) / static_cast<double>(hardware.devicesPerNode);
}

/// Says so if the plan computes in a format for which the hardware names no peak.
QString peakTakenAs(const core::HardwareSpec& hardware, const core::Plan& plan)
{
    const core::Precision& precision = plan.precision;
    const core::Dtype format = precision.compute.value_or(precision.weights);
    const core::Engine* engine = hardware.engine(core::EngineKind::Matrix, format);
    const auto name = [](core::Dtype dtype) {
        return QString::fromStdString(std::string(core::nameOf(dtype)));
    };
    if (engine == nullptr || engine->dtype == format ||
        core::widthOf(format).value() == core::widthOf(core::Dtype::Bf16).value())
        return {};
    return Words::tr("Computing in %1: %2 names no peak for it, that of %3 is taken")
        .arg(name(format), shownText(hardware.name), name(engine->dtype));
}

/// Says so if no collective was measured over as many machines as the plan has.
QString networkTakenAs(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                       const core::Evaluation& evaluation)
{
    const auto network = networkOf(model, hardware, evaluation);
    if (!network)
        return {};
    const QString name = shownText(hardware.name);
    const QString many = QString::number(std::ceil(machinesOf(hardware, evaluation)), 'f', 0);
    const QString percent = QString::number(std::lround(100 * network->share));
    const bool within = network->basis == planner::NetworkBasis::Measured ||
                        network->basis == planner::NetworkBasis::Calibrated;
    if (!within && network->seen > 0)
        return Words::tr("Network: the calibration's runs had up to %1 machines of %2; over %3 its links are "
                         "taken to give %4 % of what they gave there")
            .arg(QString::number(std::ceil(network->seen), 'f', 0), name, many, percent);
    switch (network->basis) {
    case planner::NetworkBasis::Measured:
    case planner::NetworkBasis::Calibrated: break;
    case planner::NetworkBasis::Stated:
        return Words::tr(
                   "Network: no collective over %1 machines of %2 was measured; its links are taken to give "
                   "%3 % there, as its description says")
            .arg(many, name, percent);
    case planner::NetworkBasis::Assumed:
        return Words::tr(
                   "Network: no collective over %1 machines of %2 was measured, and its description does "
                   "not say how its network scales: its links are taken to give %3 % there")
            .arg(many, name, percent);
    }
    return {};
}

QString routingTakenAs(const core::ModelSpec& model, const core::Plan& plan)
{
    const core::Transformer* shape = model.transformer();
    if (shape == nullptr || shape->experts == 0 || plan.axes.expert == 1 || plan.expertImbalance > 1)
        return {};
    return Words::tr("Experts: tokens are taken to reach every device alike, as benchmarks force them to; "
                     "--expert-imbalance says what the busiest gets");
}

/// A recommender's batch where it is the one that plans take by themselves.
QString batchTakenAs(const core::ModelSpec& model, const core::Plan& plan)
{
    const core::Batch& batch = plan.batch;
    if (model.recommender() == nullptr || batch.microBatches != 1 ||
        batch.microBatch != core::deviceBatch(plan.axes.devices()))
        return {};
    return Words::tr("Batch: %1 samples of all devices, up to which published trainings of such models "
                     "reached their quality (MLPerf's DLRM-DCNv2); --micro-batch takes another")
        .arg(batch.globalBatch);
}

} // namespace

std::optional<planner::NetworkShare> networkOf(const core::ModelSpec& model,
                                               const core::HardwareSpec& hardware,
                                               const core::Evaluation& evaluation)
{
    const core::Link* link = hardware.link(core::LinkLevel::Cluster);
    const core::Link* inside = hardware.scaleUp();
    const std::int64_t within = inside == nullptr ? hardware.devicesPerNode : inside->span;
    if (link == nullptr || evaluation.devices <= within || model.recommender() != nullptr)
        return std::nullopt;
    return planner::networkShare(hardware, *link, machinesOf(hardware, evaluation),
                                 planner::calibrationFor(hardware, evaluation.plan, model));
}

QString takenAs(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                const core::Evaluation& evaluation)
{
    QStringList lines;
    if (!evaluation.step.empty())
        lines << peakTakenAs(hardware, evaluation.plan) << networkTakenAs(model, hardware, evaluation)
              << routingTakenAs(model, evaluation.plan) << batchTakenAs(model, evaluation.plan)
              << superstepBasis(hardware, evaluation);
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

} // namespace shardscope::app
