// SPDX-License-Identifier: GPL-3.0-or-later
// The Plan page's figures: the step and how sure it is, what follows from it, what it costs.
#include "app/desktop/pages/plan/plan_page.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/pages/plan/plan_controls.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/flow_layout.h"
#include "app/desktop/widgets/number_button.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/accuracy/interval.h"
#include "app/session/plan/commands.h"
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
QString durationString(double seconds)
{
    constexpr double kHour = 3600;
    constexpr double kDay = 24 * kHour;
    const auto number = [](double value) { return QLocale().toString(value, 'g', 3); };
    if (seconds >= 2 * kDay)
        return PlanPage::tr("%1 days").arg(number(seconds / kDay));
    if (seconds >= kHour)
        return PlanPage::tr("%1 h").arg(number(seconds / kHour));
    return quantityString(seconds, core::kSecond);
}

} // namespace

/// The time of the step and how sure it is, then what follows from it.
void PlanPage::makeNumbers(QWidget* body, QVBoxLayout& column)
{
    const auto make = [&](NumberButton** number, QLayout* into) {
        *number = new NumberButton(body);
        into->addWidget(*number);
        connect(*number, &NumberButton::activated, this, &Page::explainRequested);
    };
    const auto link = [&](QPushButton** button, QLayout* into) {
        *button = new QPushButton(body);
        (*button)->setObjectName(QStringLiteral("link"));
        into->addWidget(*button);
        return *button;
    };
    auto* timed = new QHBoxLayout;
    timed->setSpacing(metrics::kGrid * 2);
    make(&m_step, timed);
    make(&m_interval, timed);
    m_calibration = new QLabel(body);
    wrapText(m_calibration, "dim");
    timed->addWidget(m_calibration, 1, Qt::AlignVCenter);
    auto* numbers = new FlowLayout(metrics::kGrid * 2, metrics::kGrid);
    for (NumberButton** number : {&m_samples, &m_tokens, &m_flops, &m_utilization, &m_devices, &m_parameters,
                                  &m_energy, &m_cost, &m_training})
        make(number, numbers);
    connect(link(&m_enterPower, numbers), &QPushButton::clicked, m_controls, &PlanControls::enterPower);
    connect(link(&m_enterPrice, numbers), &QPushButton::clicked, m_controls, &PlanControls::enterPrice);
    for (const auto& [button, page] : {std::pair{&m_inTime, "schedule"}, std::pair{&m_searchFrom, "search"}})
        connect(link(button, numbers), &QPushButton::clicked, this,
                [this, key = QString::fromLatin1(page)] { emit pageRequested(key); });
    column.addLayout(timed);
    column.addLayout(numbers);
}

void PlanPage::refreshNumbers()
{
    const core::Evaluation& evaluation = *m_workbench.evaluated().value;
    const bool timed = !evaluation.step.empty();
    const auto plain = [](double value) { return quantityString(value, core::kNumber); };
    const double seconds = timed ? evaluation.step.at(core::StepPart::Total).seconds.value() : 0;
    m_step->setNumber(tr("Time of a step"), quantityString(seconds, core::kSecond),
                      quantityString(seconds, core::kSecond, 6),
                      QString::fromStdString(stepPath(core::StepPart::Total)));
    refreshInterval();
    m_samples->setNumber(tr("Samples a second"), countString(evaluation.throughput.samplesPerSecond),
                         quantityString(evaluation.throughput.samplesPerSecond, core::kNumber, 6),
                         QStringLiteral("throughput.samples_per_second"));
    m_tokens->setNumber(tr("Tokens a second"), countString(evaluation.throughput.tokensPerSecond),
                        quantityString(evaluation.throughput.tokensPerSecond, core::kNumber, 6),
                        QStringLiteral("throughput.tokens_per_second"));
    m_flops->setNumber(tr("A device computes"),
                       plain(evaluation.throughput.modelTflopsPerDevice) + QChar(0x2009) +
                           QStringLiteral("TFLOP/s"),
                       tr("FLOP of the model itself, recomputing not counted"), QString());
    const double causal = planner::causalShareOfFlops(*m_workbench.state().model, evaluation.plan);
    m_utilization->setNumber(tr("Of its peak"), percentString(evaluation.throughput.modelFlopsUtilization),
                             tr("Model FLOP utilization, attention over the full square; %1 where a "
                                "causal mask's half is not counted")
                                 .arg(percentString(causal * evaluation.throughput.modelFlopsUtilization)),
                             QString());
    for (NumberButton* number : {m_step, m_samples, m_flops, m_utilization})
        number->setVisible(timed);
    m_inTime->setVisible(timed);
    const core::ModelSpec& model = *m_workbench.state().model;
    m_searchFrom->setVisible(model.transformer() != nullptr || model.layerList() != nullptr);
    m_tokens->setVisible(timed && evaluation.throughput.tokensPerSecond > 0);
    const QString devices =
        evaluation.available
            ? tr("%1 of %2").arg(integerString(evaluation.devices), integerString(*evaluation.available))
            : integerString(evaluation.devices);
    refreshCosts();
    m_devices->setNumber(tr("Devices"), devices, tr("tensor × pipeline × replicas × context"),
                         QStringLiteral("devices"));
    m_parameters->setNumber(tr("Parameters"), countString(evaluation.parameters),
                            exactString(evaluation.parameters, core::kNumber), QString());
}

/// How sure the time of the step is.
void PlanPage::refreshInterval()
{
    const core::Evaluation& evaluation = *m_workbench.evaluated().value;
    m_interval->setVisible(!evaluation.step.empty());
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
    m_interval->setNumber(tr("80 % interval"),
                          spanString(found.interval.low, found.interval.high, core::kSecond), basis,
                          QString());
    m_calibration->setText(calibrationLine(found));
    m_calibration->setToolTip(basis);
}

/// Of a step, and of the training of a plan that says how long it is.
void PlanPage::refreshCosts()
{
    const core::Evaluation& evaluation = *m_workbench.evaluated().value;
    m_energy->setVisible(evaluation.energyPerStep.has_value());
    if (evaluation.energyPerStep)
        m_energy->setNumber(tr("Energy of a step"), quantityString(*evaluation.energyPerStep),
                            quantityString(evaluation.energyPerStep->value(), core::kJoule, 6),
                            QStringLiteral("cost.energy_per_step"));
    m_cost->setVisible(evaluation.currencyPerStep.has_value());
    if (evaluation.currencyPerStep)
        m_cost->setNumber(tr("Cost of a step"), quantityString(*evaluation.currencyPerStep, core::kCurrency),
                          quantityString(*evaluation.currencyPerStep, core::kCurrency, 6),
                          QStringLiteral("cost.currency_per_step"));
    const bool timed = !evaluation.step.empty();
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
        told << quantityString(*training->energy);
    if (training->currency)
        told << quantityString(*training->currency, core::kCurrency);
    m_training->setNumber(tr("The whole training"), durationString(training->seconds.value()),
                          told.join(QStringLiteral(", ")), QStringLiteral("training.seconds"));
}

} // namespace shardscope::app
