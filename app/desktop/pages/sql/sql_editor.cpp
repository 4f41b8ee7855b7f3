// SPDX-License-Identifier: GPL-3.0-or-later
// The list is the completer's; what is in it depends on what is before the cursor.
#include "app/desktop/pages/sql/sql_editor.h"

#include "app/desktop/pages/sql/sql_highlighter.h"

#include <QCompleter>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QStringListModel>
#include <QTextBlock>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr qsizetype kLettersBeforeOffer = 2;

/// SQLite's that a statement about times asks for, and our own (docs/sql.md).
const QStringList& functions()
{
    static const QStringList names =
        QStringLiteral(
            "abs arg avg ceil coalesce count dense_rank first_value floor format group_concat ifnull "
            "iif instr json_extract lag last_value lead length lower ltrim max median min nth_value "
            "ntile nullif percentile printf rank replace round row_number rtrim stddev substr sum "
            "total trim typeof upper")
            .split(QLatin1Char(' '));
    return names;
}

QString textBefore(const QTextCursor& cursor) { return cursor.block().text().left(cursor.positionInBlock()); }

} // namespace

SqlEditor::SqlEditor(std::span<const profiler::SqlTable> tables, QWidget* parent)
    : QPlainTextEdit(parent)
    , m_offered(new QStringListModel(this))
    , m_completer(new QCompleter(m_offered, this))
{
    m_words = functions();
    for (const QString& keyword : SqlHighlighter::keywords())
        m_words << keyword.toUpper();
    for (const profiler::SqlTable& table : tables) {
        const QString name = QString::fromStdString(table.name);
        m_words << name;
        for (const profiler::SqlColumn& column : table.columns)
            m_columns[name.toLower()] << QString::fromStdString(column.name);
        m_words << m_columns[name.toLower()];
    }
    m_words.removeDuplicates();
    m_words.sort(Qt::CaseInsensitive);
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    connect(m_completer, QOverload<const QString&>::of(&QCompleter::activated), this, &SqlEditor::take);
}

QString SqlEditor::begun() const
{
    static const QRegularExpression word(QStringLiteral("[A-Za-z_][A-Za-z_0-9]*$"));
    return word.match(textBefore(textCursor())).captured();
}

QString SqlEditor::tableBefore() const
{
    static const QRegularExpression owner(QStringLiteral("([A-Za-z_][A-Za-z_0-9]*)\\.[A-Za-z_0-9]*$"));
    const QString name = owner.match(textBefore(textCursor())).captured(1);
    if (name.isEmpty() || m_columns.contains(name.toLower()))
        return name.toLower();
    // An alias: "slice s", "slice AS s", "overlap(…) o".
    const QRegularExpression given(
        QStringLiteral("\\b([a-z_][a-z_0-9]*)\\s*(?:\\([^()]*\\))?\\s+(?:as\\s+)?%1\\b").arg(name),
        QRegularExpression::CaseInsensitiveOption);
    for (auto found = given.globalMatch(toPlainText()); found.hasNext();) {
        const QString table = found.next().captured(1).toLower();
        if (m_columns.contains(table))
            return table;
    }
    return {};
}

QStringList SqlEditor::offers() const
{
    const QString prefix = begun();
    const QString table = tableBefore();
    const QStringList& all = table.isEmpty() ? m_words : *m_columns.constFind(table);
    QStringList fitting;
    std::copy_if(all.begin(), all.end(), std::back_inserter(fitting), [&](const QString& word) {
        return word.startsWith(prefix, Qt::CaseInsensitive) && word.size() > prefix.size();
    });
    return fitting;
}

bool SqlEditor::offering() const { return m_completer->popup()->isVisible(); }

void SqlEditor::offer(bool asked)
{
    const QString prefix = begun();
    const QStringList words = offers();
    const bool owned = !tableBefore().isEmpty();
    if (words.isEmpty() || (!asked && !owned && prefix.size() < kLettersBeforeOffer)) {
        m_completer->popup()->hide();
        return;
    }
    m_offered->setStringList(words);
    m_completer->setCompletionPrefix(prefix);
    m_completer->popup()->setCurrentIndex(m_completer->completionModel()->index(0, 0));
    QRect place = cursorRect();
    place.setWidth(m_completer->popup()->sizeHintForColumn(0) +
                   m_completer->popup()->verticalScrollBar()->sizeHint().width());
    m_completer->complete(place);
}

void SqlEditor::take(const QString& word)
{
    QTextCursor cursor = textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, static_cast<int>(begun().size()));
    cursor.insertText(word);
    setTextCursor(cursor);
}

void SqlEditor::keyPressEvent(QKeyEvent* event)
{
    static const QList<int> taken{Qt::Key_Enter, Qt::Key_Return, Qt::Key_Escape, Qt::Key_Tab,
                                  Qt::Key_Backtab};
    if (offering() && taken.contains(event->key())) {
        event->ignore(); // the list's: take, or leave
        return;
    }
    const bool asked = event->key() == Qt::Key_Space && (event->modifiers() & Qt::ControlModifier) != 0;
    if (!asked)
        QPlainTextEdit::keyPressEvent(event);
    const QString typed = event->text();
    const bool writes = !typed.isEmpty() && (typed[0].isLetterOrNumber() || typed[0] == QLatin1Char('_') ||
                                             typed[0] == QLatin1Char('.'));
    const bool erases = event->key() == Qt::Key_Backspace && offering();
    if (asked || writes || erases)
        offer(asked);
    else
        m_completer->popup()->hide();
}

} // namespace shardscope::app
