// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/unbroken.h"

#include <QFont>
#include <QRegularExpression>
#include <QTextLayout>
#include <QTextOption>

namespace shardscope::app {
namespace {

/// Numbers with their group and decimal marks, ranges of them, units behind narrow spaces, the units that
/// sentences of both front ends have behind plain ones, and rates wherever they stand.
const QRegularExpression& quantities()
{
    static const QRegularExpression kQuantities = [] {
        const QString space = QStringLiteral("[\\x{202F}\\x{2009}\\x{00A0}]");
        const QString number =
            QStringLiteral("[+\\-\\x{2212}\\x{00B1}\\x{2248}~<>]?[0-9]+(?:(?:[.,]|%1)[0-9]+)*").arg(space);
        const QString letters = QStringLiteral("[A-Za-z\\x{00B5}\\x{03BC}\\x{03A9}%\\x{00B0}]"
                                               "[A-Za-z0-9\\x{00B5}\\x{03BC}\\x{00B2}\\x{00B3}]*");
        const QString unit = letters + QStringLiteral("(?:[/\\x{00B7}\\x{22C5}]%1)*").arg(letters);
        const QString usual =
            QStringLiteral("(?:[num\\x{00B5}\\x{03BC}]?s|min|h|[kMGTP]?B|[KMGTP]iB|%|k?W|[kM]Wh"
                           "|[kMGTPE]?FLOP)(?:/s)?(?![A-Za-z0-9/])");
        const QString ofNumber = QStringLiteral("(?:%1(?:%2|\\S)| %3)?").arg(space, unit, usual);
        const QString range = number + ofNumber +
                              QStringLiteral("(?:[\\x{2013}\\x{2014}\\x{301C}\\x{FF5E}]") + number +
                              ofNumber + QStringLiteral(")?");
        const QString rate = QStringLiteral("\\b[A-Za-z\\x{00B5}]{1,6}/[a-z]\\b");
        return QRegularExpression(range + QLatin1Char('|') + rate,
                                  QRegularExpression::UseUnicodePropertiesOption);
    }();
    return kQuantities;
}

constexpr QChar kNarrowSpace(0x202F);
/// What stands for a plain space; nothing else has two joiners in front.
const QString kInsteadOfSpace = QString(2, kWordJoiner) + kNarrowSpace;

} // namespace

QString unbroken(const QString& text)
{
    QString joined;
    qsizetype from = 0;
    for (auto match = quantities().globalMatch(text); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        joined += QStringView(text).mid(from, found.capturedStart() - from);
        const QStringView quantity = found.capturedView();
        for (qsizetype at = 0; at < quantity.size(); ++at) {
            if (quantity[at] == QLatin1Char(' ')) { // Qt breaks behind it, joiner or not
                joined += kInsteadOfSpace;
                continue;
            }
            const bool plain =
                at > 0 && quantity[at].isLetterOrNumber() && quantity[at - 1].isLetterOrNumber();
            if (at > 0 && !plain && !quantity[at].isLowSurrogate())
                joined += kWordJoiner;
            joined += quantity[at];
        }
        from = found.capturedEnd();
    }
    return joined + text.mid(from);
}

QString withoutJoiners(QString text)
{
    return text.replace(kInsteadOfSpace, QStringLiteral(" ")).remove(kWordJoiner);
}

QStringList linesWithin(const QString& text, const QFont& font, double width)
{
    QStringList lines;
    for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
        QTextLayout layout(unbroken(paragraph), font);
        QTextOption option;
        option.setWrapMode(QTextOption::WordWrap);
        layout.setTextOption(option);
        layout.beginLayout();
        bool any = false;
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            lines << withoutJoiners(layout.text().mid(line.textStart(), line.textLength()));
            any = true;
        }
        layout.endLayout();
        if (!any)
            lines << QString();
    }
    return lines;
}

} // namespace shardscope::app
