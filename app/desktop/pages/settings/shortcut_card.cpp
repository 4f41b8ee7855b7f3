// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/settings/shortcut_card.h"

#include "app/desktop/actions/actions.h"
#include "app/desktop/base/language.h"
#include "app/desktop/pages/settings/key_field.h"
#include "app/desktop/theme/roles.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace shardscope::app {

ShortcutCard::ShortcutCard(QWidget* parent)
    : QWidget(parent)
    , m_filter(new QLineEdit(this))
    , m_trouble(new QLabel(this))
    , m_take(new QPushButton(this))
    , m_resetAll(new QPushButton(this))
    , m_grid(new QGridLayout)
{
    m_filter->setClearButtonEnabled(true);
    wrap(m_trouble, Role::Bad);
    m_trouble->hide();
    m_take->hide();
    auto* column = columnIn(this, metrics::kGrid);
    auto* head = new QHBoxLayout;
    head->addWidget(m_filter, 1);
    head->addWidget(m_resetAll);
    column->addLayout(head);
    auto* told = new QHBoxLayout;
    told->addWidget(m_trouble, 1);
    told->addWidget(m_take);
    column->addLayout(told);
    m_grid->setVerticalSpacing(metrics::kHalfGrid);
    m_grid->setHorizontalSpacing(metrics::kGrid);
    column->addLayout(m_grid);
    connect(m_filter, &QLineEdit::textChanged, this, &ShortcutCard::refresh);
    connect(m_take, &QPushButton::clicked, this, &ShortcutCard::take);
    connect(m_resetAll, &QPushButton::clicked, this, [this] {
        tell({}, false);
        m_actions->resetAll();
    });
}

void ShortcutCard::setActions(Actions& actions)
{
    m_actions = &actions;
    for (const Action& action : actions.all()) {
        if (action.canChange())
            addRow(action);
    }
    connect(&actions, &Actions::keysChanged, this, &ShortcutCard::refresh);
    keepTranslated(*this, [this] { retranslate(); });
}

void ShortcutCard::addRow(const Action& action)
{
    const Row row{action.id, new QLabel(this), new KeyField(this), new QPushButton(this)};
    constexpr int kFieldWidth = 200;
    row.field->setFixedWidth(kFieldWidth);
    row.words->setBuddy(row.field);
    row.words->setWordWrap(true); // those of parts say where they count, too
    setRole(*row.reset, Role::Link);
    QSizePolicy kept = row.reset->sizePolicy();
    kept.setRetainSizeWhenHidden(true); // fields stay where they are
    row.reset->setSizePolicy(kept);
    connect(row.field, &KeyField::pressed, this,
            [this, id = action.id](const QKeySequence& key) { press(id, key); });
    connect(row.reset, &QPushButton::clicked, this, [this, id = action.id] {
        tell({}, false);
        if (!m_actions->reset(id))
            tell(tr("The usual keys of this action belong to another one now: give that one others first."),
                 false);
    });
    m_rows.push_back(row);
}

void ShortcutCard::press(const QString& id, const QKeySequence& key)
{
    tell({}, false);
    if (key.isEmpty())
        return m_actions->setKeys(id, {});
    const auto clashes = m_actions->clashes(id, key);
    if (clashes.empty())
        return m_actions->setKeys(id, {key});
    QStringList names;
    bool canTake = true;
    for (const Action* other : clashes) {
        names << other->plainWords();
        canTake = canTake && other->canChange();
    }
    m_wantedBy = id;
    m_wanted = key;
    tell(tr("%1 is taken by: %2")
             .arg(key.toString(QKeySequence::NativeText), names.join(QStringLiteral(", "))),
         canTake);
}

void ShortcutCard::take()
{
    std::vector<std::pair<QString, QList<QKeySequence>>> others;
    for (const Action* other : m_actions->clashes(m_wantedBy, m_wanted)) {
        QList<QKeySequence> left = other->keys;
        left.removeAll(m_wanted);
        others.emplace_back(other->id, left);
    }
    for (const auto& [other, left] : others)
        m_actions->setKeys(other, left);
    m_actions->setKeys(m_wantedBy, {m_wanted});
    tell({}, false);
}

void ShortcutCard::tell(const QString& sentence, bool canTake)
{
    m_trouble->setText(sentence);
    m_trouble->setVisible(!sentence.isEmpty());
    m_take->setVisible(canTake);
}

QString ShortcutCard::trouble() const { return m_trouble->text(); }

KeyField* ShortcutCard::field(const QString& id) const
{
    const auto row = std::ranges::find(m_rows, id, &Row::id);
    return row == m_rows.end() ? nullptr : row->field;
}

QPushButton* ShortcutCard::resetButton(const QString& id) const
{
    const auto row = std::ranges::find(m_rows, id, &Row::id);
    return row == m_rows.end() ? nullptr : row->reset;
}

void ShortcutCard::resizeEvent(QResizeEvent*) { arrange(); }

void ShortcutCard::arrange()
{
    constexpr int kColumnWidth = 460;
    constexpr int kParts = 4; ///< words, field, reset, and the room to the next column
    const int columns = std::max(1, width() / kColumnWidth);
    std::vector<const Row*> shown;
    std::vector<QString> ids;
    for (const Row& row : m_rows) {
        if (row.field->isHidden())
            continue;
        shown.push_back(&row);
        ids.push_back(row.id);
    }
    if (columns == m_columns && ids == m_arranged)
        return;
    for (const Row& row : m_rows) {
        for (QWidget* part : std::initializer_list<QWidget*>{row.words, row.field, row.reset})
            m_grid->removeWidget(part);
    }
    for (int column = 0; column < std::max(columns, m_columns) * kParts; ++column) {
        m_grid->setColumnStretch(column, column < columns * kParts && column % kParts == 0 ? 1 : 0);
        const bool between = column % kParts == kParts - 1 && column < (columns - 1) * kParts;
        m_grid->setColumnMinimumWidth(column, between ? metrics::kPageMargin : 0);
    }
    const auto count = static_cast<int>(shown.size());
    const int lines = (count + columns - 1) / columns;
    for (int at = 0; at < count; ++at) {
        const Row& row = *shown[static_cast<std::size_t>(at)];
        const int column = at / lines * kParts;
        m_grid->addWidget(row.words, at % lines, column);
        m_grid->addWidget(row.field, at % lines, column + 1);
        m_grid->addWidget(row.reset, at % lines, column + 2);
    }
    m_columns = columns;
    m_arranged = std::move(ids);
}

void ShortcutCard::refresh()
{
    const QString filter = m_filter->text().trimmed();
    bool changed = false;
    for (const Row& row : m_rows) {
        const Action& action = *m_actions->find(row.id);
        const bool shown = filter.isEmpty() || row.words->text().contains(filter, Qt::CaseInsensitive) ||
                           action.keysText().contains(filter, Qt::CaseInsensitive);
        row.words->setVisible(shown);
        row.field->setVisible(shown);
        row.field->setKeys(action.keys);
        row.reset->setVisible(shown && action.isChanged());
        changed = changed || action.isChanged();
    }
    m_resetAll->setEnabled(changed);
    arrange();
}

void ShortcutCard::retranslate()
{
    for (const Row& row : m_rows) {
        const Action& action = *m_actions->find(row.id);
        const QString words = action.where == Where::Window
                                  ? action.plainWords()
                                  : tr("%1: %2").arg(whereText(action.where), action.plainWords());
        row.words->setText(words);
        row.field->setAccessibleName(tr("Keys: %1").arg(words));
        row.reset->setText(tr("Reset"));
        row.reset->setAccessibleName(tr("Reset: %1").arg(words));
    }
    m_filter->setPlaceholderText(tr("filter, for example zoom"));
    m_filter->setAccessibleName(tr("Filter the shortcuts"));
    m_take->setText(tr("Take it"));
    m_take->setToolTip(tr("The other action has it no more"));
    m_resetAll->setText(tr("Reset all"));
    m_resetAll->setToolTip(tr("Every shortcut as it was at first"));
    refresh();
}

} // namespace shardscope::app
