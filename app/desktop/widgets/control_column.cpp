// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/widgets/control_column.h"

#include "app/desktop/base/language.h"
#include "app/desktop/pickers/picker_entries.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/session/text/messages.h"
#include "core/base/text_mark.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {

ControlColumn::ControlColumn(Workbench& workbench, QWidget* parent)
    : QScrollArea(parent)
    , m_workbench(workbench)
{
    setRole(*this, Role::Panel); // beside the scroll bar too
    setWidgetResizable(true);
    setFixedWidth(metrics::kControlColumn);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    setRole(*body, Role::Panel);
    m_column = new QVBoxLayout(body);
    m_column->setContentsMargins(metrics::kGrid * 2, metrics::kGrid, metrics::kGrid * 2, metrics::kGrid * 2);
    m_column->setSpacing(metrics::kHalfGrid);
    m_whole = m_column;
    setWidget(body);
    onLanguageChange(*this, [this] { retranslate(); });
}

QLabel* ControlColumn::addLabel(Role role, Text title)
{
    auto* label = new QLabel(widget());
    setRole(*label, role);
    label->setWordWrap(true); // else the longest name would widen the column
    m_labels.emplace_back(label, std::move(title));
    return label;
}

int ControlColumn::addSection(Text title, bool folded)
{
    endSection();
    m_column->addSpacing(metrics::kGrid);
    if (!folded) {
        m_column->addWidget(addLabel(Role::Section, std::move(title)));
        return -1;
    }
    addFold(std::move(title));
    return static_cast<int>(m_folds.size()) - 1;
}

void ControlColumn::showSection(int fold, const QString& note, bool used)
{
    Fold& shown = m_folds[static_cast<std::size_t>(fold)];
    shown.note = note;
    showFold(shown);
    shown.head->setVisible(used);
    shown.body->setVisible(used && shown.head->isChecked());
}

void ControlColumn::openSectionOf(const QWidget* control)
{
    for (const Fold& fold : m_folds) {
        if (fold.body->isAncestorOf(control))
            fold.head->setChecked(true);
    }
}

void ControlColumn::showControl(QWidget* control, bool shown)
{
    control->setVisible(shown);
    for (const auto& [label, text] : m_labels) {
        if (label->buddy() == control)
            label->setVisible(shown);
    }
}

void ControlColumn::addFold(Text title)
{
    Fold fold{new QPushButton(widget()), new QWidget(widget()), std::move(title)};
    setRole(*fold.head, Role::Fold);
    fold.head->setCheckable(true);
    m_whole->addWidget(fold.head);
    m_whole->addWidget(fold.body);
    m_column = new QVBoxLayout(fold.body);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(metrics::kHalfGrid);
    m_folds.push_back(fold);
    connect(fold.head, &QPushButton::toggled, this,
            [this, at = m_folds.size() - 1] { showFold(m_folds[at]); });
}

void ControlColumn::showFold(const Fold& fold)
{
    const bool open = fold.head->isChecked();
    fold.body->setVisible(open);
    const QString note = fold.note.isEmpty() ? QString() : QStringLiteral("  ·  ") + fold.note;
    fold.head->setText((open ? QStringLiteral("\u25be  ") : QStringLiteral("\u25b8  ")) + fold.title() +
                       note);
    fold.head->setAccessibleName(fold.title());
    fold.head->setAccessibleDescription(open ? tr("open") : tr("folded"));
}

void ControlColumn::addRow(QWidget* control, Text title)
{
    m_names.emplace_back(control, title);
    QLabel* label = addLabel(Role::Plain, std::move(title));
    label->setBuddy(control);
    auto* row = new QHBoxLayout;
    row->addWidget(label, 1);
    row->addWidget(control, 1);
    m_column->addLayout(row);
}

void ControlColumn::addUnder(QWidget* control, Text title)
{
    m_names.emplace_back(control, title);
    QLabel* label = addLabel(Role::Plain, std::move(title));
    label->setBuddy(control);
    m_column->addWidget(label);
    m_column->addWidget(control);
}

void ControlColumn::addDegree(Degree degree)
{
    degree.control = new DegreeControl(widget());
    m_column->addWidget(degree.control);
    connect(degree.control, &DegreeControl::dragStarted, this, [this] { m_drag = m_workbench.newDrag(); });
    connect(degree.control, &DegreeControl::valueChosen, this, [this, degree](qint64 value, bool dragging) {
        PlanState next = m_workbench.state();
        degree.set(next, value);
        m_workbench.edit(std::move(next), {N_("Change %1"), {degree.label}}, dragging ? m_drag : 0);
    });
    m_degrees.push_back(std::move(degree));
}

void ControlColumn::addDegree(const char* label, Text help, std::function<std::int64_t&(core::Plan&)> number,
                              std::function<std::vector<std::int64_t>(const PlanState&)> choices,
                              std::int64_t highest)
{
    Degree degree{nullptr, label, std::move(help), {}, {}, std::move(choices), highest};
    degree.get = [number](const PlanState& state) {
        core::Plan plan = state.plan;
        return number(plan);
    };
    degree.set = [number = std::move(number)](PlanState& state, std::int64_t value) {
        number(state.plan) = value;
    };
    addDegree(std::move(degree));
}

QComboBox* ControlColumn::makeCatalogue(const std::vector<std::string>& names,
                                        std::function<void(const QString&)> chosen)
{
    auto* box = new CataloguePicker(widget());
    box->setEntries([this, box] { return pickerEntries(m_workbench, *box); });
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const std::string& name : names)
        box->addItem(m_workbench.catalogTitle(name), QString::fromStdString(name));
    m_catalogues.push_back(box);
    connect(box, &QComboBox::activated, this,
            [box, chosen = std::move(chosen)](int index) { chosen(box->itemData(index).toString()); });
    return box;
}

QComboBox* ControlColumn::addCatalogue(Text title, const std::vector<std::string>& names,
                                       std::function<void(const QString&)> chosen)
{
    QComboBox* box = makeCatalogue(names, std::move(chosen));
    m_names.emplace_back(box, title);
    QLabel* label = addLabel(Role::Section, std::move(title));
    label->setBuddy(box);
    m_column->addWidget(label);
    m_column->addWidget(box);
    return box;
}

void ControlColumn::select(QComboBox* box, const QString& reference, const QString& title)
{
    // If nothing is chosen yet, the entry without data, which opens a file, must not look chosen.
    int index = reference.isEmpty() ? -1 : box->findData(reference);
    if (index < 0 && !reference.isEmpty()) {
        box->insertItem(0, title.isEmpty() ? QFileInfo(reference).fileName() : title, reference);
        index = 0;
    }
    box->setCurrentIndex(index);
    box->setToolTip(reference);
}

void ControlColumn::refreshDegrees()
{
    const PlanState& state = m_workbench.state();
    for (const Degree& degree : m_degrees) {
        const std::vector<std::int64_t> choices = degree.choices(state);
        degree.control->setChoices(choices, degree.highest > 0 ? degree.highest : choices.back());
        degree.control->setValue(degree.get(state));
        if (degree.why)
            allow(degree.control, degree.why(state));
    }
}

void ControlColumn::allow(QWidget* control, const QString& why, const QString& help)
{
    control->setEnabled(why.isEmpty());
    control->setToolTip(why.isEmpty() ? help : why);
    control->setAccessibleDescription(why.isEmpty() ? help : why);
}

void ControlColumn::retranslate()
{
    for (const auto& [label, text] : m_labels)
        label->setText(text());
    for (const auto& [control, text] : m_names)
        control->setAccessibleName(text());
    for (QComboBox* box : m_catalogues) {
        box->setPlaceholderText(tr("Choose…"));
        for (int item = 0; item < box->count(); ++item) {
            const std::string name = box->itemData(item).toString().toStdString();
            if (const QString title = m_workbench.catalogTitle(name); title != QString::fromStdString(name))
                box->setItemText(item, title);
        }
    }
    for (const Fold& fold : m_folds)
        showFold(fold);
    for (const Degree& degree : m_degrees)
        degree.control->setTexts(translated(degree.label), degree.help());
}

} // namespace shardscope::app
