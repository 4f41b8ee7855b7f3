// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/recommender/bound_sliders.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/workbench/workbench.h"
#include "app/session/recommender/recommender_choices.h"
#include "app/session/text/messages.h"
#include "core/base/text_mark.h"

#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace shardscope::app {
namespace {

constexpr int kPlacesPerDecade = 10;

const ChoiceField& boundField(const char* key)
{
    return *std::ranges::find_if(
        choiceFields(), [key](const ChoiceField& field) { return std::strcmp(field.key, key) == 0; });
}

} // namespace

BoundSliders::BoundSliders(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(metrics::kGrid);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(1, 1);
    addRow({&boundField("alpha"), 1e-9, 9 * kPlacesPerDecade, true});
    addRow({&boundField("tau"), 1, 6 * kPlacesPerDecade, true});
    addRow({&boundField("iterations"), 100, 7 * kPlacesPerDecade, false});
    connect(&m_workbench, &Workbench::stateChanged, this, &BoundSliders::refresh);
    keepTranslated(*this, [this] { retranslate(); });
}

void BoundSliders::addRow(Row row)
{
    auto* grid = static_cast<QGridLayout*>(layout());
    const int line = static_cast<int>(m_rows.size());
    row.label = new QLabel(this);
    row.slider = new QSlider(Qt::Horizontal, this);
    row.value = new QLabel(this);
    row.value->setMinimumWidth(90);
    row.label->setBuddy(row.slider);
    row.slider->setRange(0, row.places + (row.own ? 1 : 0));
    row.slider->setPageStep(kPlacesPerDecade);
    row.slider->setTracking(false); // one study and one undo step for a drag
    grid->addWidget(row.label, line, 0);
    grid->addWidget(row.slider, line, 1);
    grid->addWidget(row.value, line, 2);
    m_rows.push_back(row);
    connect(row.slider, &QSlider::valueChanged, this, [this, row](int place) { choose(row, place); });
}

double BoundSliders::valueAt(const Row& row, int place)
{
    if (row.own && place == 0)
        return 0;
    const double steps = place - (row.own ? 1 : 0);
    return row.least * std::pow(10.0, steps / kPlacesPerDecade);
}

int BoundSliders::placeOf(const Row& row, double value)
{
    if (!(value > 0))
        return 0;
    const int place =
        static_cast<int>(std::lround(std::log10(value / row.least) * kPlacesPerDecade)) + (row.own ? 1 : 0);
    return std::clamp(place, row.own ? 1 : 0, row.places + (row.own ? 1 : 0));
}

void BoundSliders::choose(const Row& row, int place)
{
    RecommenderChoices choices = choicesOf(m_workbench.state());
    row.field->set(choices, std::clamp(valueAt(row, place), row.field->lowest, row.field->highest));
    PlanState next = m_workbench.state();
    next.choices = std::make_shared<const RecommenderChoices>(std::move(choices));
    m_workbench.edit(std::move(next), {N_("Change %1"), {row.field->label}});
}

void BoundSliders::refresh()
{
    const RecommenderChoices choices = choicesOf(m_workbench.state());
    for (const Row& row : m_rows) {
        const double value = row.field->get(choices);
        const QSignalBlocker quiet(row.slider);
        if (!row.slider->isSliderDown())
            row.slider->setValue(placeOf(row, value));
        row.value->setText(row.own && !(value > 0) ? tr("its own") : quantityString(value, core::kNumber));
    }
}

void BoundSliders::retranslate()
{
    for (const Row& row : m_rows) {
        row.label->setText(translated(row.field->label));
        row.slider->setAccessibleName(translated(row.field->label));
        row.label->setToolTip(translated(row.field->help));
        row.slider->setToolTip(translated(row.field->help));
    }
    refresh();
}

QSlider* BoundSliders::slider(const char* key) const
{
    for (const Row& row : m_rows) {
        if (std::strcmp(row.field->key, key) == 0)
            return row.slider;
    }
    return nullptr;
}

} // namespace shardscope::app
