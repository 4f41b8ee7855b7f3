// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/recommender/search_scatter.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/log_axes.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kScatterPlot = 200;
constexpr double kScatterDot = 5;

QString wireText(const core::Plan& plan, const char* key)
{
    const auto found = plan.wire.find(key);
    return found == plan.wire.end() ? QString() : QString::fromUtf8(core::nameOf(found->second).data());
}

class ScatterBuilder {
public:
    ScatterBuilder(const std::vector<FoundPlan>& plans, const core::Plan& current, double width,
                   const Theme& theme)
        : m_plans(plans)
        , m_current(current)
        , m_theme(theme)
        , m_axes(width, kScatterPlot)
    {
        m_scene.width = width;
        m_priced = std::ranges::all_of(
            plans, [](const FoundPlan& plan) { return plan.hit.currencyPerHour.has_value(); });
        for (const FoundPlan& plan : plans) {
            m_axes.include(across(plan.hit), plan.hit.samplesPerSecond);
            m_most = std::max(m_most, plan.hit.peak.value());
        }
        m_axes.widen(1.3, 1.3, 1.3, 1.3);
    }

    Scene make()
    {
        const double below = addAxes();
        // The best on top.
        for (std::size_t i = m_plans.size(); i-- > 0;)
            addDot(i);
        const double y = m_scene.legend(
            below,
            {{sequentialColor(0.25), Words::tr("little device memory")},
             {sequentialColor(1), Words::tr("%1, the most").arg(quantityString(core::Bytes{m_most}))}},
            m_theme);
        m_scene.height = m_scene.paragraph(y + 2,
                                           Words::tr("Edged: no other beats it in rate, memory and "
                                                     "devices. Ringed: the plan as it is. A click makes "
                                                     "a plan the one being edited; it can be undone."),
                                           m_theme.textDim) +
                         4;
        return std::move(m_scene);
    }

private:
    [[nodiscard]] double across(const planner::SearchHit& hit) const
    {
        return m_priced ? *hit.currencyPerHour : static_cast<double>(hit.devices);
    }

    /// Marked with the values that there are; returns the y below.
    double addAxes()
    {
        std::vector<AxisMark> costs;
        std::vector<AxisMark> rates;
        for (const FoundPlan& plan : m_plans) {
            const double cost = across(plan.hit);
            costs.push_back({cost, m_priced ? quantityString(cost, core::kNumber) : countString(cost)});
            rates.push_back({plan.hit.samplesPerSecond, countString(plan.hit.samplesPerSecond)});
        }
        return m_axes.addTo(m_scene, std::move(costs), std::move(rates),
                            m_priced ? Words::tr("cost an hour, logarithmic")
                                     : Words::tr("devices, logarithmic"),
                            Words::tr("samples/s, logarithmic"), m_theme);
    }

    void addDot(std::size_t index)
    {
        const FoundPlan& plan = m_plans[index];
        const QPointF center = m_axes.at(across(plan.hit), plan.hit.samplesPerSecond);
        const auto square = [&](double radius) {
            return QRectF(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius);
        };
        if (plan.hit.plan == m_current)
            m_scene.boxes.push_back(
                {square(kScatterDot + 5), m_theme.panel, m_theme.accent, false, kScatterDot + 5});
        const double share = m_most > 0 ? plan.hit.peak.value() / m_most : 0;
        m_scene.boxes.push_back({square(kScatterDot),
                                 plan.hit.fits ? sequentialColor(0.25 + 0.75 * share) : m_theme.bad,
                                 plan.front ? m_theme.text : QColor(), false, kScatterDot});
        QString text = Words::tr("%1: %2 samples/s, %3 on the fullest device, limited by %4")
                           .arg(foundPlanText(plan.hit), countString(plan.hit.samplesPerSecond),
                                quantityString(plan.hit.peak), boundName(plan.hit.bound));
        if (!plan.hit.fits)
            text += QLatin1Char(' ') + Words::tr("(does not fit)");
        m_scene.spot(square(kScatterDot + 2), text, QString::number(index));
    }

    const std::vector<FoundPlan>& m_plans;
    const core::Plan& m_current;
    const Theme& m_theme;
    LogAxes m_axes;
    bool m_priced = false;
    double m_most = 0;
    Scene m_scene;
};

} // namespace

QString foundPlanText(const planner::SearchHit& hit)
{
    return Words::tr("%1 devices, a batch of %2 each; vectors %3, gradients %4, "
                     "all-reduce %5, computing in %6")
        .arg(integerString(hit.devices), integerString(hit.plan.batch.globalBatch / hit.devices),
             wireText(hit.plan, "all_to_all_forward"), wireText(hit.plan, "all_to_all_backward"),
             wireText(hit.plan, "all_reduce"),
             QString::fromUtf8(
                 core::nameOf(hit.plan.precision.compute.value_or(hit.plan.precision.weights)).data()));
}

Scene searchScene(const std::vector<FoundPlan>& plans, const core::Plan& current, double width,
                  const Theme& theme)
{
    if (!plans.empty())
        return ScatterBuilder(plans, current, width, theme).make();
    Scene scene{width};
    scene.height = scene.paragraph(
        0,
        Words::tr("How many devices, and which formats on the wire and in the perceptrons: the "
                  "search tries them all, places the tables for each, and keeps the best."),
        theme.textDim);
    return scene;
}

} // namespace shardscope::app
