// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/text/unverified_words.h"

#include "app/session/text/messages.h"
#include "core/base/text_mark.h"
#include "core/hardware/hardware_spec.h"

#include <QCoreApplication>

#include <array>

namespace shardscope::app {
namespace {

QString words(const char* text) { return QCoreApplication::translate("Messages", text); }

/// "capacity of host memory"
QString memoryText(const QString& figure)
{
    const QString tail = QStringLiteral(" memory");
    for (const bool capacity : {true, false}) {
        const QString head = capacity ? QStringLiteral("capacity of ") : QStringLiteral("bandwidth of ");
        if (!figure.startsWith(head) || !figure.endsWith(tail))
            continue;
        const QString name = figure.mid(head.size(), figure.size() - head.size() - tail.size());
        const auto tier = core::tierFromName(name.toStdString());
        if (!tier)
            return {};
        return words(capacity ? QT_TRANSLATE_NOOP("Messages", "capacity of the %1 memory")
                              : QT_TRANSLATE_NOOP("Messages", "bandwidth of the %1 memory"))
            .arg(tierName(*tier));
    }
    return {};
}

/// "hidden 1600 (2048 to 25600)" of a plan beyond a calibration's runs.
QString quantityText(const QString& text)
{
    struct Quantity {
        const char* key;
        const char* word;
    };
    static constexpr std::array<Quantity, 12> kQuantities{
        {{"hidden", QT_TRANSLATE_NOOP("Messages", "hidden width")},
         {"sequence", QT_TRANSLATE_NOOP("Messages", "tokens a sample")},
         {"tokens", QT_TRANSLATE_NOOP("Messages", "tokens a micro-batch")},
         {"micro_batch", QT_TRANSLATE_NOOP("Messages", "micro-batch")},
         {"tensor", QT_TRANSLATE_NOOP("Messages", "tensor degree")},
         {"pipeline", QT_TRANSLATE_NOOP("Messages", "pipeline degree")},
         {"devices", QT_TRANSLATE_NOOP("Messages", "devices")},
         {"context", QT_TRANSLATE_NOOP("Messages", "context degree")},
         {"compute_bits", QT_TRANSLATE_NOOP("Messages", "bits of a product")},
         {"recompute", QT_TRANSLATE_NOOP("Messages", "recompute")},
         {"sequence_parallel", QT_TRANSLATE_NOOP("Messages", "sequence parallelism")},
         {"attention", QT_TRANSLATE_NOOP("Messages", "attention")}}};
    const QString key = text.section(QLatin1Char(' '), 0, 0);
    QString rest = text.section(QLatin1Char(' '), 1);
    rest.replace(QStringLiteral(" to "), QChar(0x2013));
    for (const Quantity& quantity : kQuantities)
        if (key == QLatin1String(quantity.key))
            return words(quantity.word) + QLatin1Char(' ') + rest;
    return text;
}

} // namespace

QString unverifiedText(const std::string& figure)
{
    const QString text = QString::fromStdString(figure);
    if (const QString memory = memoryText(text); !memory.isEmpty())
        return memory;
    if (text == QLatin1String("node link"))
        return words(QT_TRANSLATE_NOOP("Messages", "link inside a node"));
    if (text == QLatin1String("pod link"))
        return words(QT_TRANSLATE_NOOP("Messages", "link inside a pod"));
    if (text == QLatin1String("cluster link"))
        return words(QT_TRANSLATE_NOOP("Messages", "link of the cluster"));
    if (text == QLatin1String("front_end link"))
        return words(QT_TRANSLATE_NOOP("Messages", "hosts' network"));
    if (text == QLatin1String("measured all_to_all"))
        return words(QT_TRANSLATE_NOOP("Messages", "measured all-to-all"));
    const QString head = QStringLiteral("calibration ");
    const QString middle = QStringLiteral(" beyond its runs: ");
    if (const auto at = text.indexOf(middle); text.startsWith(head) && at > 0)
        return words(QT_TRANSLATE_NOOP("Messages", "calibration %1 beyond its runs: %2"))
            .arg(text.mid(head.size(), at - head.size()), quantityText(text.mid(at + middle.size())));
    return text;
}

QString unverifiedTexts(const std::vector<std::string>& figures)
{
    QStringList texts;
    texts.reserve(static_cast<qsizetype>(figures.size()));
    for (const std::string& figure : figures)
        texts << unverifiedText(figure);
    return texts.join(QStringLiteral(", "));
}

} // namespace shardscope::app
