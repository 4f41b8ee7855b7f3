// SPDX-License-Identifier: GPL-3.0-or-later
// Where SQL is written: words that a statement may hold are offered while typing, or on Ctrl + Space.
#pragma once

#include "app/session/trace/sql.h"

#include <QMap>
#include <QPlainTextEdit>

class QCompleter;
class QStringListModel;

namespace shardscope::app {

class SqlEditor final : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit SqlEditor(std::span<const profiler::SqlTable> tables, QWidget* parent = nullptr);

    /// What fits at the cursor: behind "table." or "alias." the columns of that table, else tables, columns,
    /// functions and keywords that begin as the word there does.
    [[nodiscard]] QStringList offers() const;
    [[nodiscard]] bool offering() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// The word that the cursor is behind or in, up to the cursor.
    [[nodiscard]] QString begun() const;
    /// The table whose column is asked for, empty where none is.
    [[nodiscard]] QString tableBefore() const;
    void offer(bool asked);
    void take(const QString& word);

    QMap<QString, QStringList> m_columns; ///< by table, in lower case
    QStringList m_words;
    QStringListModel* m_offered;
    QCompleter* m_completer;
};

} // namespace shardscope::app
