// SPDX-License-Identifier: GPL-3.0-or-later
// Colours SQL's words, texts, numbers and comments, and the names of tables.
#pragma once

#include <QSyntaxHighlighter>

namespace shardscope::app {

class SqlHighlighter final : public QSyntaxHighlighter {
    Q_OBJECT

public:
    enum class Part { Word, Table, Text, Number, Comment };
    struct Span {
        int begin = 0;
        int length = 0;
        Part part = Part::Word;
        friend bool operator==(const Span&, const Span&) = default;
    };

    [[nodiscard]] static const QStringList& keywords(); ///< in lower case
    SqlHighlighter(QTextDocument* document, QStringList tables);
    /// The parts of one line; comments and texts do not go over lines here.
    [[nodiscard]] static QList<Span> parts(const QString& line, const QStringList& tables);

protected:
    void highlightBlock(const QString& text) override;

private:
    QStringList m_tables;
};

} // namespace shardscope::app
