// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/machine/machine_editor.h"

#include "app/desktop/base/language.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kFieldWidth = 132;
constexpr int kSides = 2;   ///< figures stand in two columns
constexpr int kColumns = 4; ///< of a side: name, field, what it was, the way back

/// The figure as one types it: rounded where no digit is lost that matters to the reader.
QString typed(const MachineFigure& figure) { return QString::fromStdString(figure.text()); }

} // namespace

MachineEditor::MachineEditor(QWidget* parent)
    : QFrame(parent)
    , m_grid(new QGridLayout)
    , m_title(new QLabel)
    , m_error(new QLabel)
    , m_assumedTitle(new QLabel)
    , m_assumed(new QLabel)
{
    setRole(*this, Role::Card);
    auto* column = columnIn(this, metrics::kGrid);
    column->setContentsMargins(2 * metrics::kGrid, 2 * metrics::kGrid, 2 * metrics::kGrid,
                               2 * metrics::kGrid);
    setRole(*m_title, Role::CardTitle);
    setRole(*m_assumedTitle, Role::CardTitle);
    column->addWidget(m_title);
    m_grid->setHorizontalSpacing(metrics::kGrid);
    m_grid->setVerticalSpacing(metrics::kHalfGrid);
    column->addLayout(m_grid);
    wrap(m_error, Role::Bad);
    wrapText(m_assumed);
    for (QLabel* label : {m_error, m_assumed})
        label->setTextFormat(Qt::PlainText);
    column->addWidget(m_error);
    column->addWidget(m_assumedTitle);
    column->addWidget(m_assumed);
    tell({});
    keepTranslated(*this, [this] { retranslate(); });
}

void MachineEditor::tell(const QString& error)
{
    m_error->setText(error);
    m_error->setVisible(!error.isEmpty());
}

QLineEdit* MachineEditor::field(const std::string& key) const
{
    const auto row = m_rows.find(key);
    return row == m_rows.end() ? nullptr : qobject_cast<QLineEdit*>(row->second.control);
}

QWidget* MachineEditor::control(const std::string& key)
{
    if (key == "fabric") {
        m_fabric = new QComboBox;
        for (const std::string& name : core::namesOf<Fabric>())
            m_fabric->addItem(QString(), QString::fromStdString(name));
        connect(m_fabric, &QComboBox::activated, this, [this](int at) {
            emit wanted("fabric", at > 0 ? m_fabric->itemData(at).toString() : QString());
        });
        return m_fabric;
    }
    auto* line = new QLineEdit;
    connect(line, &QLineEdit::editingFinished, this, [this, key, line] {
        const auto now = machineFigure(m_edited, key);
        if (now && line->text().trimmed() != typed(*now))
            emit wanted(key, line->text().trimmed());
    });
    return line;
}

/// A row for each figure that \p edited has.
void MachineEditor::make(const core::HardwareSpec& edited)
{
    std::vector<std::string> keys;
    for (const MachineFigure& figure : machineFigures(edited))
        keys.push_back(figure.key);
    if (keys == m_keys)
        return;
    for (const auto& [key, row] : m_rows) {
        for (QWidget* part : std::initializer_list<QWidget*>{row.control, row.name, row.was, row.back})
            part->deleteLater();
    }
    m_rows.clear();
    m_fabric = nullptr;
    m_keys = std::move(keys);
    const std::size_t half = (m_keys.size() + 1) / kSides;
    for (std::size_t at = 0; at < m_keys.size(); ++at) {
        const std::string key = m_keys[at];
        Row row{control(key), new QLabel, new QLabel, new QPushButton};
        row.control->setFixedWidth(kFieldWidth);
        row.name->setBuddy(row.control);
        setRole(*row.was, Role::SmallDim);
        setRole(*row.back, Role::Link);
        connect(row.back, &QPushButton::clicked, this, [this, key] { emit wanted(key, QString()); });
        const int line = static_cast<int>(at % half);
        const int side = static_cast<int>(at / half) * kColumns;
        m_grid->addWidget(row.name, line, side);
        m_grid->addWidget(row.control, line, side + 1);
        m_grid->addWidget(row.was, line, side + 2);
        m_grid->addWidget(row.back, line, side + 3);
        m_rows.emplace(key, row);
    }
    for (int side = 0; side < kSides; ++side)
        m_grid->setColumnStretch(side * kColumns + 2, 1);
}

void MachineEditor::say(const core::HardwareSpec& base, const core::HardwareSpec& edited)
{
    m_base = base;
    m_edited = edited;
    make(edited);
    tell({});
    retranslate();
}

void MachineEditor::retranslate()
{
    m_title->setText(tr("Edit a copy"));
    m_assumedTitle->setText(tr("What is then assumed"));
    const MachineEdits edits = machineEdits(m_base, m_edited);
    for (const auto& [key, row] : m_rows) {
        const QString label = machineFigureLabel(key);
        const auto now = machineFigure(m_edited, key);
        const auto before = machineFigure(m_base, key);
        row.name->setText(label);
        row.control->setAccessibleName(label);
        if (auto* line = qobject_cast<QLineEdit*>(row.control)) {
            const QSignalBlocker quiet(line);
            line->setText(now ? typed(*now) : QString());
            line->setPlaceholderText(key == "nodes" ? tr("as many as a plan needs") : tr("none"));
            line->setCursorPosition(0);
        }
        const bool changed =
            std::ranges::any_of(edits, [&key = key](const auto& edit) { return edit.first == key; });
        row.was->setText(changed && before ? tr("was %1").arg(machineFigureText(*before)) : QString());
        row.back->setText(tr("back"));
        row.back->setAccessibleName(tr("Back: %1").arg(label));
        row.back->setVisible(changed);
    }
    if (m_fabric != nullptr) {
        const QSignalBlocker quiet(m_fabric);
        const auto now = machineFigure(m_edited, "fabric");
        const QStringList words{tr("as described"), tr("fat tree"), tr("rails")};
        for (int at = 0; at < m_fabric->count(); ++at)
            m_fabric->setItemText(at, words[at]);
        m_fabric->setCurrentIndex(now ? static_cast<int>(now->value.value_or(0)) : 0);
    }
    QString text;
    for (const QString& sentence : assumedInstead(m_base, m_edited))
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + QStringLiteral("• ") + sentence;
    m_assumed->setText(text);
    m_assumed->setVisible(!text.isEmpty());
    m_assumedTitle->setVisible(!text.isEmpty());
}

} // namespace shardscope::app
