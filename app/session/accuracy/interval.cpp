// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/interval.h"

#include "app/session/machine/machine_figures.h"
#include "app/session/plan/assumptions.h"
#include "app/session/published/nearest_runs.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"
#include "planner/calibration.h"
#include "planner/planner.h"
#include "planner/recorded_rates.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace shardscope::app {
namespace {

constexpr std::string_view kOwn = "own"; ///< the regime of a user's recordings

// Uncalibrated times come out too short: stragglers, host and contention are not in the model, and nothing
// makes a device faster than its curves but cooler clocks (docs/accuracy.md).
constexpr double kFastest = 0.9;
constexpr double kSlowest = 1.6;
// Programs for recommenders alone beat the curves of a machine's memory and links: HugeCTR's submissions to
// MLPerf (v1.1 on 8 to 112 A100, v4.1 on 8 H100) took 0.49 to 0.71 of what is said of them where none was
// fitted to such a model.
constexpr double kFastestRecommender = 0.5;
// Untuned networks gave 10 to 90 % of their ideal (planner/machine/network_scaling.cpp); any share between
// being as likely, 80 of 100 lie between these.
constexpr double kLeastOfUntuned = 0.18;
constexpr double kMostOfUntuned = 0.82;
constexpr planner::PeakBand kPeaks; // of what is kept as well
constexpr int kFewest = 4;          // fewer residuals say nothing of their percentiles

bool holds(std::string_view key, std::string_view part) { return key.find(part) != std::string_view::npos; }

/// The spread that \p calibration found for \p key; the whole step's where it has none of its own.
const core::CalibrationResidual* spreadOf(const core::Calibration& calibration, const std::string& key)
{
    const core::CalibrationResidual* whole = nullptr;
    for (const core::CalibrationResidual& residual : calibration.residuals) {
        if (residual.key == key)
            return &residual;
        if (residual.key == "step_seconds")
            whole = &residual;
    }
    return whole;
}

using core::StepPart;
/// The parts that a calibration's figures may name, in the order of a step.
constexpr std::array kTimed{StepPart::Forward, StepPart::Recompute, StepPart::Backward, StepPart::Optimizer,
                            StepPart::ExposedCommunication};

/// Place of "backward_seconds_per_layer" among them; their number for another figure.
std::size_t placeOf(std::string_view figure)
{
    const std::string_view name = figure.substr(0, figure.find("_seconds"));
    return static_cast<std::size_t>(
        std::ranges::find_if(kTimed, [&](StepPart part) { return core::nameOf(part) == name; }) -
        kTimed.begin());
}

QString joinedText(const std::vector<std::string>& parts)
{
    QStringList texts;
    for (const std::string& part : parts)
        texts << shownText(part);
    return texts.join(QStringLiteral(", "));
}

bool isTime(std::string_view key) { return holds(key, "seconds"); }
bool isRate(std::string_view key)
{
    return holds(key, "per_second") || holds(key, "tflops") || holds(key, "utilization");
}

/// Nobody says how the network scales: what a step loses between machines is longer or shorter as their links
/// give less or more than assumed.
void widenForNetwork(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                     const core::Evaluation& evaluation, Interval& interval)
{
    const auto network = networkOf(model, hardware, evaluation);
    if (!network || network->basis != planner::NetworkBasis::Assumed || network->share >= 1 ||
        evaluation.boundaries.empty())
        return;
    const double lost = evaluation.boundaries.back().seconds.value(); // the outermost
    interval.low -= lost * (1 - network->share / kMostOfUntuned);
    interval.high += lost * (network->share / kLeastOfUntuned - 1);
}

} // namespace

Interval specificationInterval(std::string_view key, double predicted)
{
    if (isRate(key))
        return {predicted / kSlowest, predicted / kFastest};
    if (isTime(key))
        return {predicted * kFastest, predicted * kSlowest};
    if (holds(key, "activation") || holds(key, "peak"))
        return {predicted * kPeaks.least, predicted * kPeaks.most};
    return {predicted, predicted}; // counted, not estimated
}

PredictedInterval exactly(double value) { return {{value, value}, "specification", {}}; }

bool sawShape(const core::Calibration& calibration, const core::ModelSpec& model)
{
    const auto& shapes = calibration.shapes;
    return std::ranges::find(shapes, planner::shapeName(model)) != shapes.end();
}

PredictedInterval predictedInterval(const std::string& key, double predicted,
                                    const core::Calibration* calibration, bool seen, double variance)
{
    PredictedInterval answer{specificationInterval(key, predicted), "specification",
                             calibration != nullptr ? calibration->name : std::string()};
    if (calibration == nullptr || !(isTime(key) || isRate(key)))
        return answer;
    answer.regime = seen ? "replayed" : "calibrated";
    const core::CalibrationResidual* spread = spreadOf(*calibration, key);
    if (spread == nullptr || spread->cases < kFewest)
        return answer;
    // A shape that the fit had seen is predicted better than one it had not.
    const auto [least, most] =
        planner::widened({seen ? spread->seenLow.value_or(spread->low) : spread->low,
                          seen ? spread->seenHigh.value_or(spread->high) : spread->high},
                         variance);
    answer.interval = isRate(key) ? Interval{predicted / (1 + most), predicted / (1 + least)}
                                  : Interval{predicted * (1 + least), predicted * (1 + most)};
    answer.stated = false;
    return answer;
}

namespace {

/// The variance of the logarithm between the systems and programs that \p calibration was fitted to and
/// \p plan's: none if it was asked for, and so speaks for this system.
double varianceBetween(const core::HardwareSpec& hardware, const core::Calibration& calibration,
                       const core::Plan& plan)
{
    using planner::kBetweenFrameworks;
    using planner::kBetweenSystems;
    const double systems = planner::askedForAlone(hardware) ? 0 : kBetweenSystems * kBetweenSystems;
    return systems + (planner::borrowed(calibration, plan) ? kBetweenFrameworks * kBetweenFrameworks : 0);
}

/// What of \p hardware's speed somebody set by hand, where \p plan meets it.
std::vector<std::string> figuresByHand(const core::HardwareSpec& hardware, const core::Plan& plan)
{
    std::vector<std::string> found;
    const auto look = [&](const std::string& source, std::string figure) {
        if (isSetByHand(source))
            found.push_back(std::move(figure) + " set by hand");
    };
    const core::Engine* engine =
        hardware.engine(core::EngineKind::Matrix, plan.precision.compute.value_or(plan.precision.weights));
    if (engine != nullptr)
        look(engine->peak.source, "peak");
    if (const core::MemoryTier* memory = hardware.tier(core::Tier::Device))
        look(memory->bandwidth.source, "memory bandwidth");
    for (const core::Link& link : hardware.links) {
        if (link.level != core::LinkLevel::Node && plan.axes.devices() <= hardware.devicesPerNode)
            continue;
        look(link.bandwidth.source, std::string(core::nameOf(link.level)) + " bandwidth");
        look(link.latency.source, std::string(core::nameOf(link.level)) + " latency");
    }
    return found;
}

} // namespace

PredictedInterval figureInterval(const std::string& key, double predicted, const core::ModelSpec& model,
                                 const core::HardwareSpec& hardware, const core::Plan& plan)
{
    const core::Calibration* calibration = planner::calibrationFor(hardware, plan, model);
    // Residuals say nothing of plans beyond the runs they are from.
    std::vector<std::string> outside;
    if (calibration != nullptr)
        outside = planner::outsideRange(*calibration, model, plan);
    if (calibration != nullptr) { // nor of a machine that somebody edited
        for (std::string& figure : figuresByHand(hardware, plan))
            outside.push_back(std::move(figure));
    }
    // Runs of one model alone say nothing of others.
    const bool seen = calibration != nullptr && sawShape(*calibration, model);
    const bool beyond =
        calibration != nullptr && (!outside.empty() || (!seen && calibration->shapes.size() == 1));
    PredictedInterval answer =
        predictedInterval(key, predicted, beyond ? nullptr : calibration, seen,
                          calibration != nullptr ? varianceBetween(hardware, *calibration, plan) : 0);
    if (beyond)
        answer.calibration = calibration->name;
    if (answer.stated && model.recommender() != nullptr) {
        if (isTime(key))
            answer.interval.low = predicted * kFastestRecommender;
        else if (isRate(key))
            answer.interval.high = predicted / kFastestRecommender;
    }
    if (holds(key, "peak")) {
        const planner::PeakBand& peaks = planner::factsOf(plan).peaks;
        answer.interval = {predicted * peaks.least, predicted * peaks.most};
    }
    if (calibration != nullptr && planner::fromRecordings(*calibration))
        answer.regime = kOwn;
    answer.outside = std::move(outside);
    return answer;
}

PredictedInterval stepInterval(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                               const core::Evaluation& evaluation)
{
    PredictedInterval answer =
        figureInterval("step_seconds", evaluation.step.at(core::StepPart::Total).seconds.value(), model,
                       hardware, evaluation.plan);
    widenForNetwork(model, hardware, evaluation, answer.interval);
    return answer;
}

PredictedInterval stepInterval(const core::Catalog& catalog, const core::ModelSpec& model,
                               const core::HardwareSpec& hardware, const core::Evaluation& evaluation)
{
    PredictedInterval answer = stepInterval(model, hardware, evaluation);
    answer.beaten = beatenText(catalog, model, hardware, evaluation);
    return answer;
}

double stepFactor(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan)
{
    return figureInterval("step_seconds", 1, model, hardware, plan).interval.high;
}

std::vector<PartInterval> partIntervals(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                        const core::Evaluation& evaluation)
{
    const core::Calibration* calibration = planner::calibrationFor(hardware, evaluation.plan, model);
    if (calibration == nullptr || !planner::outsideRange(*calibration, model, evaluation.plan).empty())
        return {};
    const bool seen = sawShape(*calibration, model);
    std::vector<PartInterval> parts;
    for (const core::CalibrationResidual& residual : calibration->residuals) {
        const auto predicted = planner::predictedFigure(evaluation, residual.key);
        if (residual.key == "step_seconds" || residual.cases < kFewest || !isTime(residual.key) || !predicted)
            continue;
        parts.push_back({residual.key, *predicted,
                         predictedInterval(residual.key, *predicted, calibration, seen,
                                           varianceBetween(hardware, *calibration, evaluation.plan))
                             .interval});
    }
    std::ranges::stable_sort(parts, [](const PartInterval& a, const PartInterval& b) {
        return placeOf(a.figure) < placeOf(b.figure);
    });
    return parts;
}

QString partName(const PartInterval& part)
{
    const std::string_view figure(part.figure);
    const std::size_t place = placeOf(figure);
    QString text;
    if (place < kTimed.size())
        text = stepPartName(kTimed[place]);
    else if (holds(figure, "products"))
        text = Words::tr("matrix products");
    else
        text = Words::tr("computing");
    return holds(figure, "_per_layer") ? Words::tr("%1 of a layer").arg(text) : text;
}

QString intervalBasis(const PredictedInterval& found)
{
    const QString calibration = shownText(found.calibration);
    if (found.calibration.empty())
        return Words::tr("stated: no calibration of this machine holds for such a plan");
    if (found.regime == kOwn && found.outside.empty())
        return Words::tr("stated: your calibration “%1” is from recordings of such a plan").arg(calibration);
    if (found.regime == "specification" || found.regime == kOwn)
        return found.outside.empty() ? Words::tr("stated: beyond the runs of calibration %1").arg(calibration)
                                     : Words::tr("stated: beyond the runs of calibration %1 in %2")
                                           .arg(calibration, joinedText(found.outside));
    if (found.stated)
        return Words::tr("stated: calibration %1 saw fewer than four whole steps").arg(calibration);
    return (found.regime == "replayed" ? Words::tr("calibration %1, which saw this shape of a model")
                                       : Words::tr("calibration %1, which saw other shapes of models"))
        .arg(calibration);
}

QString calibrationLine(const PredictedInterval& found)
{
    if (found.calibration.empty())
        return Words::tr("no calibration");
    QString name = found.regime == kOwn
                       ? Words::tr("uses your calibration “%1”").arg(shownText(found.calibration))
                       : Words::tr("calibration %1").arg(shownText(found.calibration));
    if (found.outside.empty())
        return name;
    return Words::tr("%1, %n outside its range", "a calibration", static_cast<int>(found.outside.size()))
        .arg(name);
}

QStringList calibrationLines(const PredictedInterval& found)
{
    QStringList lines{found.regime == kOwn
                          ? Words::tr("Uses your calibration “%1”").arg(shownText(found.calibration))
                          : Words::tr("Calibration: %1")
                                .arg(found.calibration.empty() ? Words::tr("none holds for such a plan")
                                                               : shownText(found.calibration))};
    if (!found.outside.empty())
        lines << Words::tr("Outside its range: %1").arg(joinedText(found.outside));
    if (!found.beaten.isEmpty())
        lines << found.beaten;
    return lines;
}

std::vector<std::pair<core::Column, core::Cell>> intervalCells(const PredictedInterval& found)
{
    using core::Cell;
    const auto text = [](const std::string& of) { return of.empty() ? Cell() : Cell(of); };
    return {
        {core::secondsColumn("low_seconds", N_("From"), N_("the low end of the 80 % interval of the step")),
         found.interval.low},
        {core::secondsColumn("high_seconds", N_("To"), N_("the high end of the 80 % interval of the step")),
         found.interval.high},
        {core::textColumn("calibration", N_("Calibration")), text(found.calibration)},
        {core::textColumn("outside_calibration", N_("Outside its range")),
         text(joinedText(found.outside).toStdString())},
        {core::flagColumn("beats_published", N_("Beats published runs"),
                          N_("faster than every published run of its kind")),
         !found.beaten.isEmpty()}};
}

core::Table withInterval(core::Table steps, const PredictedInterval& found)
{
    for (const auto& [column, cell] : intervalCells(found)) {
        steps.columns.push_back(column);
        for (std::vector<core::Cell>& row : steps.rows) {
            const bool whole = row.front() == core::Cell(std::string(stepPartWord(StepPart::Total)));
            row.push_back(whole ? cell : core::Cell());
        }
    }
    return steps;
}

} // namespace shardscope::app
