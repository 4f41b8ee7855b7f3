// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/study/scenario_line.h"

#include "app/desktop/base/language.h"
#include "app/desktop/pickers/picker_entries.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/workbench/workbench.h"
#include "app/session/study/scenario_words.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

namespace shardscope::app {

ScenarioLine::ScenarioLine(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_words(new QLineEdit)
    , m_add(new QPushButton)
    , m_machine(new CataloguePicker)
    , m_own(new QPushButton)
    , m_run(new QPushButton)
{
    auto* row = rowIn(this, metrics::kGrid);
    row->setContentsMargins(metrics::kPageMargin, metrics::kGrid, metrics::kPageMargin, metrics::kHalfGrid);
    m_words->setClearButtonEnabled(true);
    m_words->setMinimumWidth(160);
    setRole(*m_add, Role::Primary);
    m_machine->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_machine->setMinimumContentsLength(1);
    m_machine->setMinimumWidth(150);
    m_machine->setEntries([this] { return pickerEntries(m_workbench, *m_machine); });
    row->addWidget(m_words, 1);
    for (QWidget* control : std::initializer_list<QWidget*>{m_add, m_machine, m_own, m_run})
        row->addWidget(control);
    connect(m_words, &QLineEdit::returnPressed, this, &ScenarioLine::said);
    connect(m_add, &QPushButton::clicked, this, &ScenarioLine::said);
    connect(m_own, &QPushButton::clicked, this, &ScenarioLine::planWanted);
    connect(m_run, &QPushButton::clicked, this, &ScenarioLine::runWanted);
    connect(m_machine, &QComboBox::activated, this, &ScenarioLine::addMachine);
    connect(&m_workbench, &Workbench::stateChanged, this, &ScenarioLine::showWhatIsOpen);
    connect(&m_workbench, &Workbench::runsChanged, this, &ScenarioLine::showWhatIsOpen);
    keepTranslated(*this, [this] { retranslate(); });
}

void ScenarioLine::change(const StudyScenario& scenario)
{
    m_words->setText(wordsOf(scenario));
    m_words->setFocus(Qt::OtherFocusReason);
    m_changing = scenario.name;
    retranslate();
}

void ScenarioLine::changeNone()
{
    m_changing.clear();
    retranslate();
}

void ScenarioLine::showWhatIsOpen()
{
    m_own->setEnabled(m_workbench.state().complete());
    m_run->setVisible(m_workbench.run(RunFrom::Files) != nullptr);
}

void ScenarioLine::addMachine()
{
    const QString name = m_machine->currentData().toString();
    m_machine->setCurrentIndex(-1);
    if (name.isEmpty())
        return;
    const QString before = m_words->text().trimmed();
    const QString count = QStringLiteral("512");
    m_words->setText(before.isEmpty() ? count + QLatin1Char(' ') + name
                                      : before + QStringLiteral("; ") + count + QLatin1Char(' ') + name);
    m_words->setFocus(Qt::OtherFocusReason);
    m_words->setSelection(static_cast<int>(m_words->text().size() - name.size() - count.size() - 1),
                          static_cast<int>(count.size()));
}

void ScenarioLine::retranslate()
{
    m_words->setPlaceholderText(tr("512 h100; 144 gb200 at 3.2 USD; our cluster with half the network"));
    m_words->setAccessibleName(tr("Scenarios in words"));
    m_add->setText(m_changing.empty() ? tr("Add") : tr("Change"));
    m_own->setText(tr("The open plan"));
    m_own->setToolTip(tr("Its machine, edited or not, and as many devices, as a scenario"));
    m_run->setText(tr("The open run"));
    m_run->setToolTip(tr("Machine, devices, framework and layout as they are guessed of the recording"));
    const QSignalBlocker quiet(m_machine);
    m_machine->clear();
    for (const CatalogEntry& entry : m_workbench.machines())
        m_machine->addItem(entry.title, QString::fromStdString(entry.name));
    m_machine->setCurrentIndex(-1);
    m_machine->setPlaceholderText(tr("From the catalogue…"));
    m_machine->setAccessibleName(tr("A machine of the catalogue"));
    showWhatIsOpen();
}

} // namespace shardscope::app
