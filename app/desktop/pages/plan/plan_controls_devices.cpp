// SPDX-License-Identifier: GPL-3.0-or-later
// The number of devices as a control of its own, which can be held; and where the control of an error is.
#include "app/desktop/base/number_text.h"
#include "app/desktop/pages/plan/plan_controls.h"
#include "app/desktop/plan/control_names.h"
#include "app/desktop/plan/held_devices.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/parts.h"
#include "core/base/text_mark.h"

#include <QCheckBox>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

constexpr std::int64_t kMostOnSlider = 16384;
constexpr std::int64_t kMostDevices = 1 << 20;

} // namespace

void PlanControls::addDevices()
{
    Degree devices;
    devices.label = N_("Devices");
    devices.help = [] {
        return tr("In all: t × p × context × r. A change is made by the replicas, else by the stages");
    };
    devices.get = [](const PlanState& state) { return state.plan.axes.devices(); };
    devices.set = [this](PlanState& state, std::int64_t count) {
        m_nearest->hide();
        if (auto next = onDevices(state, state, {}, count))
            state = *std::move(next);
        else
            tellNearest(state, {}, count);
    };
    devices.choices = [](const PlanState&) { return powersOfTwo(kMostOnSlider); };
    devices.highest = kMostDevices;
    addDegree(std::move(devices));
    m_devices = m_degrees.back().control;
    m_held = new QCheckBox(widget());
    m_column->addWidget(m_held);
    connect(m_held, &QCheckBox::clicked, this, [this](bool held) {
        PlanState next = m_workbench.state();
        next.devicesHeld = held;
        m_workbench.edit(std::move(next),
                         held ? N_("Hold the number of devices") : N_("Let the number of devices go"));
    });
    m_nearest = new QWidget(widget());
    auto* column = columnIn(m_nearest, 0);
    m_nearestText = new QLabel(m_nearest);
    wrap(m_nearestText, Role::Bad);
    column->addWidget(m_nearestText);
    m_nearest->hide();
    connect(&m_workbench, &Workbench::stateChanged, m_nearest, &QWidget::hide);
}

void PlanControls::refreshDevices()
{
    const PlanState& state = m_workbench.state();
    m_held->setChecked(state.devicesHeld);
    m_held->setEnabled(state.complete());
}

void PlanControls::tellNearest(const PlanState& next, const std::string& key, std::int64_t devices)
{
    for (LinkLabel* old : m_nearest->findChildren<LinkLabel*>())
        old->deleteLater();
    m_nearestText->setText(
        key.empty() ? tr("%1 devices cannot be divided like this.").arg(integerString(devices))
                    : tr("%1 devices are held, and this does not divide them.").arg(integerString(devices)));
    for (const std::int64_t count : nearestCounts(next, key, devices)) {
        auto* link = new LinkLabel(m_nearest);
        link->setLink(tr("Devices: %1").arg(integerString(count)));
        m_nearest->layout()->addWidget(link);
        connect(link, &LinkLabel::clicked, this, [this, next, key, count] {
            m_nearest->hide();
            auto made = onDevices(m_workbench.state(), next, key, count);
            if (!made)
                return;
            made->devicesHeld = m_workbench.state().devicesHeld;
            m_workbench.edit(*std::move(made), N_("Change the number of devices"));
        });
    }
    m_nearest->show();
    QMetaObject::invokeMethod(
        this, [this] { refresh(); }, Qt::QueuedConnection); // what was asked is not so
}

QWidget* PlanControls::controlOf(const std::string& pointer) const
{
    QWidget* below = nullptr; // of a group of keys its first
    for (const auto& [row, control] : m_controls) {
        if (isKeyWithin(pointer, row->key))
            return control;
        if (below == nullptr && pointer.size() > 1 && isKeyWithin(row->key, pointer))
            below = control;
    }
    return below;
}

void PlanControls::showControlOf(const std::string& pointer)
{
    QWidget* control = controlOf(pointer);
    if (control == nullptr)
        return;
    openSectionOf(control);
    showControl(control, true);
    ensureWidgetVisible(control);
    QWidget* field = control->focusPolicy() == Qt::NoFocus ? control->findChild<QSpinBox*>() : control;
    if (field != nullptr)
        field->setFocus(Qt::OtherFocusReason);
}

} // namespace shardscope::app
