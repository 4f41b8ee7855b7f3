// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/sql/sql_highlighter.h"

#include "app/desktop/theme/theme.h"

#include <QApplication>
#include <QPalette>
#include <QRegularExpression>

namespace shardscope::app {

const QStringList& SqlHighlighter::keywords()
{
    static const QStringList words =
        QStringLiteral(
            "select from where group by order having limit offset join left inner cross on using as and or "
            "not in is null like glob between case when then else end distinct union all with recursive "
            "over partition asc desc explain query plan cast exists values except intersect window rows "
            "range preceding following current row unbounded collate nulls first last")
            .split(QLatin1Char(' '));
    return words;
}

SqlHighlighter::SqlHighlighter(QTextDocument* document, QStringList tables)
    : QSyntaxHighlighter(document)
    , m_tables(std::move(tables))
{
}

QList<SqlHighlighter::Span> SqlHighlighter::parts(const QString& line, const QStringList& tables)
{
    static const QRegularExpression pattern(
        QStringLiteral(
            "(?<comment>--.*$)|(?<text>'(?:[^']|'')*'?)|(?<number>\\b\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?\\b)|"
            "(?<word>[A-Za-z_][A-Za-z_0-9]*)"),
        QRegularExpression::CaseInsensitiveOption);
    QList<Span> spans;
    for (auto found = pattern.globalMatch(line); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        Span span{static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()),
                  Part::Word};
        if (match.hasCaptured(u"comment"))
            span.part = Part::Comment;
        else if (match.hasCaptured(u"text"))
            span.part = Part::Text;
        else if (match.hasCaptured(u"number"))
            span.part = Part::Number;
        else if (tables.contains(match.captured(), Qt::CaseInsensitive))
            span.part = Part::Table;
        else if (!keywords().contains(match.captured(), Qt::CaseInsensitive))
            continue;
        spans << span;
    }
    return spans;
}

void SqlHighlighter::highlightBlock(const QString& text)
{
    const Theme& colors = theme(
        QApplication::palette().color(QPalette::Window).lightnessF() < 0.5F ? Scheme::Dark : Scheme::Light);
    for (const Span& span : parts(text, m_tables)) {
        QTextCharFormat format;
        switch (span.part) {
        case Part::Word:
            format.setForeground(colors.accent);
            format.setFontWeight(QFont::DemiBold);
            break;
        case Part::Table: format.setForeground(colors.good); break;
        case Part::Text: format.setForeground(colors.warn); break;
        case Part::Number: format.setForeground(colors.warn); break;
        case Part::Comment: format.setForeground(colors.textDim); break;
        }
        setFormat(span.begin, span.length, format);
    }
}

} // namespace shardscope::app
