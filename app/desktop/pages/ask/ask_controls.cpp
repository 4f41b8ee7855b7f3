// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/ask/ask_controls.h"
#include "app/desktop/theme/roles.h"

#include "app/desktop/plan/plan_control_table.h"
#include "app/desktop/theme/theme.h"

#include <QComboBox>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

constexpr int kShortestList = 60; ///< pixels: two names, in the lowest window; typing finds the others
constexpr int kUsualDevices = 64; ///< where nothing is open that says another number

QString referenceOf(const QListWidgetItem& item) { return item.data(Qt::UserRole).toString(); }

void showMatching(QListWidget& list, const QString& text)
{
    for (int row = 0; row < list.count(); ++row)
        list.item(row)->setHidden(
            !list.item(row)->text().contains(text, Qt::CaseInsensitive) &&
            !list.item(row)->data(Qt::UserRole).toString().contains(text, Qt::CaseInsensitive));
}

} // namespace

AskControls::AskControls(Workbench& workbench, QWidget* parent)
    : ControlColumn(workbench, parent)
{
    m_models = addList(m_modelFilter, [] { return tr("Model"); });
    m_openFile = new QPushButton(widget());
    setRole(*m_openFile, Role::Link);
    m_column->addWidget(m_openFile);
    m_machines = addList(m_machineFilter, [] { return tr("Machines"); });
    m_machines->setSelectionMode(QAbstractItemView::NoSelection);
    m_machines->installEventFilter(this);
    m_devices = addText([] { return tr("Devices"); }, [] { return tr("64, or 8..512"); });
    m_devices->setText(QString::number(kUsualDevices));
    m_tokens = addText([] { return tr("Tokens of the run"); }, [] { return tr("15T"); });
    m_price = addText([] { return tr("Price of a device and hour"); }, [] { return tr("2.5"); });
    m_batch = addText([] { return tr("Global batch"); }, [] { return tr("any, or 1024"); });
    m_sequence = addText([] { return tr("Tokens in a sequence"); }, [] { return tr("as the model"); });
    m_format = addWords("/precision/weights");
    m_framework = addWords("/framework");
    connect(m_models, &QListWidget::currentRowChanged, this, [this] {
        m_own = m_own || !m_filling;
        emit changed();
        if (!m_filling)
            emit ownSaid();
    });
    connect(m_machines, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { toggle(*item); });
    connect(m_openFile, &QPushButton::clicked, this, &AskControls::openFileRequested);
    connect(m_price, &QLineEdit::textEdited, this,
            [this](const QString& text) { m_priceTyped = !text.isEmpty(); });
    connect(&m_workbench, &Workbench::stateChanged, this, &AskControls::follow);
    follow();
    retranslate();
}

QListWidget* AskControls::addList(QLineEdit*& filter, Text title)
{
    filter = new QLineEdit(widget());
    filter->setClearButtonEnabled(true);
    auto* list = new QListWidget(widget());
    setRole(*list, Role::Choices);
    list->setMinimumHeight(kShortestList);
    // Takes the height that the column leaves: a list that scrolls must not make the column scroll, too.
    list->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    addUnder(filter, std::move(title));
    m_column->addWidget(list, 1);
    connect(filter, &QLineEdit::textChanged, this,
            [list](const QString& text) { showMatching(*list, text); });
    return list;
}

QLineEdit* AskControls::addText(Text title, Text hint)
{
    auto* edit = new QLineEdit(widget());
    addRow(edit, std::move(title));
    connect(edit, &QLineEdit::textChanged, this, &AskControls::changed);
    connect(edit, &QLineEdit::textEdited, this, [this] {
        m_own = true;
        emit ownSaid();
    });
    m_fields.push_back({edit, std::move(hint)});
    return edit;
}

/// The words of the plan's control for \p key, before them none: as usual.
QComboBox* AskControls::addWords(const char* key)
{
    const PlanControlRow* found = nullptr;
    for (const PlanControlSection& section : planControlSections()) {
        for (const PlanControlRow& row : section.rows)
            found = row.key == key ? &row : found;
    }
    auto* box = new QComboBox(widget());
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    box->addItem(QString());
    for (const std::string& word : found->words)
        box->addItem(QString(), QString::fromStdString(word));
    addRow(box, [found] { return controlText(found->label); });
    m_words.emplace_back(found, box);
    connect(box, &QComboBox::currentIndexChanged, this, &AskControls::changed);
    connect(box, &QComboBox::activated, this, [this] {
        m_own = true;
        emit ownSaid();
    });
    return box;
}

/// Space ticks a machine as a click does.
bool AskControls::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_machines || event->type() != QEvent::KeyPress ||
        static_cast<QKeyEvent*>(event)->key() != Qt::Key_Space || m_machines->currentItem() == nullptr)
        return ControlColumn::eventFilter(watched, event);
    toggle(*m_machines->currentItem());
    return true;
}

void AskControls::toggle(QListWidgetItem& machine)
{
    m_own = true;
    machine.setCheckState(machine.checkState() == Qt::Checked ? Qt::Unchecked : Qt::Checked);
    fillPrice();
    emit changed();
    emit ownSaid();
}

QStringList AskControls::ticked() const
{
    QStringList names;
    for (int row = 0; row < m_machines->count(); ++row) {
        if (m_machines->item(row)->checkState() == Qt::Checked)
            names << referenceOf(*m_machines->item(row));
    }
    return names;
}

void AskControls::fillPrice()
{
    if (!m_priceTyped)
        m_price->setText(m_workbench.prices().of(ticked()));
}

void AskControls::learnPrices() { m_workbench.prices().learn(m_price->text(), ticked()); }

void AskControls::fill(QListWidget& list, const std::vector<std::string>& names, const QString& own)
{
    const auto add = [this, &list](const QString& reference) {
        const QString title = m_workbench.catalogTitle(reference.toStdString());
        auto* item = new QListWidgetItem(title == reference ? QFileInfo(reference).fileName() : title, &list);
        item->setData(Qt::UserRole, reference);
        return item;
    };
    for (const std::string& name : names)
        add(QString::fromStdString(name));
    if (own.isEmpty() || std::ranges::find(names, own.toStdString()) != names.end())
        return;
    list.insertItem(0, list.takeItem(list.row(add(own)))); // a file of the user's stands first
}

void AskControls::follow()
{
    const PlanState& state = m_workbench.state();
    const QStringList before = ticked();
    const QString chosen = chosenModel();
    m_filling = true;
    {
        const QSignalBlocker quietModels(m_models);
        m_models->clear();
        fill(*m_models, m_workbench.catalog().modelNames(), state.modelReference);
        m_machines->clear();
        fill(*m_machines, m_workbench.catalog().hardwareNames(), state.hardwareReference);
    }
    for (int row = 0; row < m_machines->count(); ++row) {
        QListWidgetItem& item = *m_machines->item(row);
        // Ticked and unticked by a click on any part of the row, hence not by the box itself.
        item.setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        item.setCheckState(before.contains(referenceOf(item)) ? Qt::Checked : Qt::Unchecked);
    }
    showMatching(*m_models, m_modelFilter->text());
    showMatching(*m_machines, m_machineFilter->text());
    choose(chosen);
    m_filling = false;
    if (!m_own)
        takeOpenPlan();
    else
        fillPrice();
}

/// Chooses \p model in the list of models, if it stands there.
void AskControls::choose(const QString& model)
{
    for (int row = 0; row < m_models->count(); ++row) {
        if (!model.isEmpty() && referenceOf(*m_models->item(row)) == model)
            m_models->setCurrentRow(row);
    }
}

void AskControls::takeOpenPlan()
{
    const PlanState& state = m_workbench.state();
    m_filling = true;
    choose(state.modelReference);
    m_filling = false;
    if (state.complete())
        m_devices->setText(QString::number(state.plan.axes.devices()));
    fillPrice();
    emit changed();
}

QString AskControls::chosenModel() const
{
    const QListWidgetItem* model = m_models->currentItem();
    return model == nullptr ? QString() : referenceOf(*model);
}

QWidget& AskControls::front() { return *m_modelFilter; }

PlanSearchRequest AskControls::smallest() const
{
    PlanSearchRequest request;
    request.model = chosenModel().toStdString();
    request.devices = m_devices->text().trimmed().toStdString();
    request.smallestDevice = true;
    request.globalBatch = m_batch->text().trimmed().toStdString();
    if (const QString sequence = m_sequence->text().trimmed(); !sequence.isEmpty())
        request.options.emplace_back("sequence-length", sequence.toStdString());
    for (const auto& [row, box] : m_words) {
        if (const QString word = box->currentData().toString(); !word.isEmpty())
            request.options.emplace_back(core::planField(row->key)->key.option, word.toStdString());
    }
    request.sensitivity = false; // the Search page shows it, and which plan is the fastest event by event
    request.simulate = false;
    return request;
}

PlanSearchRequest AskControls::fastest() const
{
    PlanSearchRequest request = smallest();
    request.smallestDevice = false;
    request.hardware = ticked().join(QLatin1Char(',')).toStdString();
    request.tokens = m_tokens->text().trimmed().toStdString();
    request.price = m_price->text().remove(QLatin1Char(' ')).toStdString();
    return request;
}

void AskControls::retranslate()
{
    ControlColumn::retranslate();
    for (const Field& field : m_fields)
        field.edit->setPlaceholderText(field.hint());
    for (const auto& [row, box] : m_words) {
        box->setItemText(0, tr("as usual"));
        for (std::size_t at = 0; at < row->words.size(); ++at)
            box->setItemText(static_cast<int>(at) + 1, row->wordText(row->words[at]));
    }
    m_models->setAccessibleName(tr("Model"));
    m_machines->setAccessibleName(tr("Machines"));
    m_modelFilter->setAccessibleName(tr("Filter the models"));
    m_machineFilter->setAccessibleName(tr("Filter the machines"));
    m_modelFilter->setPlaceholderText(tr("filter, for example llama"));
    m_machineFilter->setPlaceholderText(tr("filter, for example h100"));
    m_openFile->setText(tr("Open a file…"));
    m_price->setToolTip(tr("One for all machines, one for each in the order above, or NAME=PRICE for each, "
                           "divided by commas; what was asked with is remembered for each machine"));
}

} // namespace shardscope::app
