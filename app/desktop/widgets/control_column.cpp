// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/widgets/control_column.h"

#include "app/desktop/base/language.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/degree_control.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace shardscope::app {

ControlColumn::ControlColumn(Workbench& workbench, QWidget* parent)
    : QScrollArea(parent)
    , m_workbench(workbench)
{
    setObjectName(QStringLiteral("controls"));
    setWidgetResizable(true);
    setFixedWidth(metrics::kControlColumn);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    body->setObjectName(QStringLiteral("panelBody"));
    m_column = new QVBoxLayout(body);
    m_column->setContentsMargins(metrics::kGrid * 2, metrics::kGrid, metrics::kGrid * 2, metrics::kGrid * 2);
    m_column->setSpacing(metrics::kHalfGrid);
    m_whole = m_column;
    setWidget(body);
    onLanguageChange(*this, [this] { retranslate(); });
}

QLabel* ControlColumn::addLabel(const char* objectName, Text title)
{
    auto* label = new QLabel(widget());
    label->setObjectName(QLatin1String(objectName));
    m_labels.emplace_back(label, std::move(title));
    return label;
}

void ControlColumn::addSection(Text title, bool folded)
{
    endSection();
    m_column->addSpacing(metrics::kGrid);
    if (folded)
        addFold(std::move(title));
    else
        m_column->addWidget(addLabel("section", std::move(title)));
}

void ControlColumn::addFold(Text title)
{
    Fold fold{new QPushButton(widget()), new QWidget(widget()), std::move(title)};
    fold.head->setObjectName(QStringLiteral("fold"));
    fold.head->setCheckable(true);
    m_whole->addWidget(fold.head);
    m_whole->addWidget(fold.body);
    m_column = new QVBoxLayout(fold.body);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(metrics::kHalfGrid);
    connect(fold.head, &QPushButton::toggled, this, [fold] { showFold(fold); });
    m_folds.push_back(fold);
}

void ControlColumn::showFold(const Fold& fold)
{
    const bool open = fold.head->isChecked();
    fold.body->setVisible(open);
    fold.head->setText((open ? QStringLiteral("\u25be  ") : QStringLiteral("\u25b8  ")) + fold.title());
    fold.head->setAccessibleName(fold.title());
    fold.head->setAccessibleDescription(open ? tr("open") : tr("folded"));
}

void ControlColumn::addRow(QWidget* control, Text title)
{
    m_names.emplace_back(control, title);
    QLabel* label = addLabel("", std::move(title));
    label->setBuddy(control);
    label->setWordWrap(true); // else the longest name would widen the column
    auto* row = new QHBoxLayout;
    row->addWidget(label, 1);
    row->addWidget(control, 1);
    m_column->addLayout(row);
}

void ControlColumn::addUnder(QWidget* control, Text title)
{
    m_names.emplace_back(control, title);
    QLabel* label = addLabel("", std::move(title));
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
        m_workbench.edit(std::move(next), tr("Change %1").arg(degree.label()), dragging ? m_drag : 0);
    });
    m_degrees.push_back(std::move(degree));
}

void ControlColumn::addDegree(Text label, Text help, std::function<std::int64_t&(core::Plan&)> number,
                              std::function<std::vector<std::int64_t>(const PlanState&)> choices,
                              std::int64_t highest)
{
    Degree degree{nullptr, std::move(label), std::move(help), {}, {}, std::move(choices), highest};
    degree.get = [number](const PlanState& state) {
        core::Plan plan = state.plan;
        return number(plan);
    };
    degree.set = [number = std::move(number)](PlanState& state, std::int64_t value) {
        number(state.plan) = value;
    };
    addDegree(std::move(degree));
}

QComboBox* ControlColumn::addCatalogue(Text title, const std::vector<std::string>& names,
                                       std::function<void(const QString&)> chosen)
{
    auto* box = new QComboBox(widget());
    box->setMaxVisibleItems(20);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const std::string& name : names)
        box->addItem(QString::fromStdString(name), QString::fromStdString(name));
    m_names.emplace_back(box, title);
    m_catalogues.push_back(box);
    QLabel* label = addLabel("section", std::move(title));
    label->setBuddy(box);
    m_column->addWidget(label);
    m_column->addWidget(box);
    connect(box, &QComboBox::activated, this,
            [box, chosen = std::move(chosen)](int index) { chosen(box->itemData(index).toString()); });
    return box;
}

void ControlColumn::select(QComboBox* box, const QString& reference, const QString& title)
{
    // Nothing is chosen yet: an entry without data opens a file, and is not what is open.
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
    for (QComboBox* box : m_catalogues)
        box->setPlaceholderText(tr("Choose…"));
    for (const Fold& fold : m_folds)
        showFold(fold);
    for (const Degree& degree : m_degrees)
        degree.control->setTexts(degree.label(), degree.help());
}

} // namespace shardscope::app
