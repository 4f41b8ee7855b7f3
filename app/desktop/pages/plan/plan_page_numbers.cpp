// SPDX-License-Identifier: GPL-3.0-or-later
// The Plan page's figures: the step and how sure it is, what follows from it, what it costs.
#include "app/desktop/pages/plan/plan_page.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/pages/plan/plan_controls.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/flow_layout.h"
#include "app/desktop/widgets/number_button.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/accuracy/known_digits.h"
#include "app/session/plan/commands.h"
#include "app/session/search/layout_words.h"
#include "app/session/tables/derivation_paths.h"
#include "app/session/text/messages.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

/// "34.2 days", "5.3 h": of what people wait for; below an hour as quantityString.
QString durationString(double seconds, int digits)
{
    constexpr double kHour = 3600;
    constexpr double kDay = 24 * kHour;
    const auto number = [digits](double value) {
        return QLocale().toString(toDigits(value, core::kNumber, digits), 'g', 3);
    };
    if (seconds >= 2 * kDay)
        return PlanPage::tr("%1 days").arg(number(seconds / kDay));
    if (seconds >= kHour)
        return PlanPage::tr("%1 h").arg(number(seconds / kHour));
    return knownString(seconds, core::kSecond, digits);
}

} // namespace

/// The time of the step and how sure it is, then what follows from it.
QWidget* PlanPage::makeNumbers()
{
    auto* body = new QWidget;
    auto* numbers = new FlowLayout(metrics::kPageMargin, metrics::kHalfGrid);
    numbers->setContentsMargins(0, 0, 0, 0);
    body->setLayout(numbers);
    for (NumberButton** number : {&m_step, &m_tokens, &m_samples, &m_flops, &m_memoryUse, &m_devices,
                                  &m_energy, &m_cost, &m_training}) {
        *number = new NumberButton(body);
        numbers->addWidget(*number);
        connect(*number, &NumberButton::activated, this, &Page::explainRequested);
    }
    for (QPushButton** button : {&m_enterPower, &m_enterPrice}) {
        *button = new QPushButton(body);
        setRole(**button, Role::Link);
        numbers->addWidget(*button);
    }
    // Holding the devices changes no figure, and is told with them.
    connect(&m_workbench, &Workbench::stateChanged, m_devices, [this] {
        const PlanState& state = m_workbench.state();
        const QString axes = QString::fromStdString(axesWords(state.plan));
        m_devices->setBelow(state.devicesHeld ? tr("held: %1").arg(axes) : axes);
    });
    connect(m_enterPower, &QPushButton::clicked, m_controls, &PlanControls::enterPower);
    connect(m_enterPrice, &QPushButton::clicked, m_controls, &PlanControls::enterPrice);
    return body;
}

void PlanPage::refreshNumbers()
{
    const core::Evaluation& evaluation = *m_workbench.evaluated().value;
    const bool timed = !evaluation.step.empty();
    const double seconds = timed ? evaluation.step.at(core::StepPart::Total).seconds.value() : 0;
    const int digits = this->digits();
    m_step->setNumber(tr("Time of a step"), knownString(seconds, core::kSecond, digits),
                      quantityString(seconds, core::kSecond, 6),
                      QString::fromStdString(stepPath(core::StepPart::Total)));
    refreshInterval();
    m_samples->setNumber(tr("Samples a second"),
                         countString(toDigits(evaluation.throughput.samplesPerSecond, core::kNumber, digits)),
                         quantityString(evaluation.throughput.samplesPerSecond, core::kNumber, 6),
                         QStringLiteral("throughput.samples_per_second"));
    m_tokens->setNumber(tr("Tokens a second"),
                        countString(toDigits(evaluation.throughput.tokensPerSecond, core::kNumber, digits)),
                        quantityString(evaluation.throughput.tokensPerSecond, core::kNumber, 6),
                        QStringLiteral("throughput.tokens_per_second"));
    m_flops->setNumber(tr("A device computes"),
                       knownString(evaluation.throughput.modelTflopsPerDevice, core::kNumber, digits) +
                           kUnitSpace + QStringLiteral("TFLOP/s"),
                       QString(), QString());
    const double causal = planner::causalShareOfFlops(*m_workbench.state().model, evaluation.plan);
    m_flops->setToolTip(
        tr("FLOP of the model itself, recomputing not counted. Model FLOP utilization, attention over "
           "the full square; %1 where a causal mask's half is not counted")
            .arg(percentString(causal * evaluation.throughput.modelFlopsUtilization)));
    const double utilization = evaluation.throughput.modelFlopsUtilization;
    const QString ofPeak = percentString(utilization, knownDecimals(100 * utilization, digits));
    const double all = evaluation.throughput.hardwareTflopsPerDevice; // as papers of that time count
    constexpr double kMore = 1.01;
    m_flops->setBelow(all > kMore * evaluation.throughput.modelTflopsPerDevice
                          ? tr("%1 of its peak, %2 with recomputing")
                                .arg(ofPeak, countString(toDigits(all, core::kNumber, digits)))
                          : tr("%1 of its peak").arg(ofPeak));
    const bool tokens = evaluation.throughput.tokensPerSecond > 0;
    for (NumberButton* number : {m_step, m_flops})
        number->setVisible(timed);
    m_samples->setVisible(timed && !tokens);
    m_tokens->setVisible(timed && tokens);
    m_tokens->setBelow(
        tr("%1 samples")
            .arg(countString(toDigits(evaluation.throughput.samplesPerSecond, core::kNumber, digits))));
    m_inTime->setVisible(timed);
    refreshMemoryUse();
    const core::ModelSpec& model = *m_workbench.state().model;
    m_searchFrom->setVisible(model.transformer() != nullptr || model.layerList() != nullptr);
    const QString devices =
        evaluation.available
            ? tr("%1 of %2").arg(integerString(evaluation.devices), integerString(*evaluation.available))
            : integerString(evaluation.devices);
    refreshCosts();
    m_devices->setNumber(tr("Devices"), devices, tr("tensor × pipeline × replicas × context"),
                         QStringLiteral("devices"));
    const QString axes = QString::fromStdString(axesWords(evaluation.plan));
    m_devices->setBelow(m_workbench.state().devicesHeld ? tr("held: %1").arg(axes) : axes);
}

/// Says what the device with the fullest memory holds, and what is left.
void PlanPage::refreshMemoryUse()
{
    const core::MemoryBreakdown& held = m_workbench.evaluated().value->memory;
    const core::TierUse* use = held.fullestUse(core::Tier::Device);
    m_memoryUse->setVisible(use != nullptr);
    if (use == nullptr)
        return;
    const double left = use->capacity.value() - use->peak.value();
    m_memoryUse->setNumber(tr("Fullest device"), quantityString(use->peak),
                           exactString(use->peak.value(), core::kByte),
                           QString::fromStdString(memoryPath(core::Tier::Device, "peak")));
    m_memoryUse->setBelow(left >= 0 ? tr("%1 free").arg(quantityString(left, core::kByte))
                                    : tr("%1 too much").arg(quantityString(-left, core::kByte)));
}

/// Digits that the step's time, and all that follows from it, is written with.
int PlanPage::digits() const
{
    return stepDigits(*m_workbench.state().model, *m_workbench.state().hardware,
                      *m_workbench.evaluated().value);
}

/// How sure the time of the step is.
void PlanPage::refreshInterval()
{
    const core::Evaluation& evaluation = *m_workbench.evaluated().value;
    m_calibration->setVisible(!evaluation.step.empty());
    if (evaluation.step.empty())
        return;
    const PredictedInterval found =
        stepInterval(*m_workbench.state().model, *m_workbench.state().hardware, evaluation);
    QString basis = intervalBasis(found);
    for (const PartInterval& part :
         partIntervals(*m_workbench.state().model, *m_workbench.state().hardware, evaluation))
        basis += QStringLiteral("\n%1: %2")
                     .arg(partName(part), spanString(part.interval.low, part.interval.high, core::kSecond));
    const int digits = this->digits();
    m_step->setBelow(spanString(toDigits(found.interval.low, core::kSecond, digits),
                                toDigits(found.interval.high, core::kSecond, digits), core::kSecond));
    m_step->setToolTip(tr("80 % interval: %1").arg(basis));
    m_calibration->setText(calibrationLine(found));
    m_calibration->setToolTip(basis);
}

/// Shows the cost of a step, and of the training if the plan says how long it is.
void PlanPage::refreshCosts()
{
    const core::Evaluation& evaluation = *m_workbench.evaluated().value;
    const bool timed = !evaluation.step.empty();
    const int digits = this->digits();
    m_energy->setVisible(evaluation.energyPerStep.has_value());
    if (evaluation.energyPerStep)
        m_energy->setNumber(tr("Energy of a step"),
                            knownString(evaluation.energyPerStep->value(), core::kJoule, digits),
                            quantityString(evaluation.energyPerStep->value(), core::kJoule, 6),
                            QStringLiteral("cost.energy_per_step"));
    if (evaluation.energyPerStep && timed && evaluation.devices > 0)
        m_energy->setBelow(
            tr("%1 a device")
                .arg(quantityString(evaluation.energyPerStep->value() /
                                        evaluation.step.at(core::StepPart::Total).seconds.value() /
                                        static_cast<double>(evaluation.devices),
                                    core::kWatt)));
    m_cost->setVisible(evaluation.currencyPerStep.has_value());
    if (evaluation.currencyPerStep)
        m_cost->setNumber(tr("Cost of a step"),
                          knownString(*evaluation.currencyPerStep, core::kCurrency, digits),
                          quantityString(*evaluation.currencyPerStep, core::kCurrency, 6),
                          QStringLiteral("cost.currency_per_step"));
    m_cost->setBelow(tr("%n device(s)", nullptr, static_cast<int>(evaluation.devices)));
    m_enterPower->setVisible(timed && !evaluation.energyPerStep);
    m_enterPrice->setVisible(timed && !evaluation.currencyPerStep);
    const QString missing = missingCosts(*m_workbench.state().hardware, evaluation);
    for (QPushButton* button : {m_enterPower, m_enterPrice})
        button->setToolTip(missing);
    const auto& training = m_workbench.evaluated().value->training;
    m_training->setVisible(training.has_value());
    if (!training)
        return;
    QStringList told{
        tr("%1 steps, %2 samples").arg(countString(training->steps), countString(training->samples))};
    if (training->tokens > 0)
        told << tr("%1 tokens").arg(countString(training->tokens));
    if (training->energy)
        told << knownString(training->energy->value(), core::kJoule, digits);
    if (training->currency)
        told << knownString(*training->currency, core::kCurrency, digits);
    m_training->setNumber(tr("The whole training"), durationString(training->seconds.value(), digits),
                          told.join(QStringLiteral(", ")), QStringLiteral("training.seconds"));
    m_training->setBelow(told.front());
}

} // namespace shardscope::app
