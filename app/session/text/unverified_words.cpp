// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/text/unverified_words.h"

#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"
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

struct Place {
    const char* key;
    const char* word;
};

/// "/vocabulary" of a model's file, "/roles/nn_worker/network" of a cluster's; empty: neither.
QString placeText(const QString& pointer)
{
    static constexpr std::array<Place, 9> kModel{
        {{"tables", QT_TRANSLATE_NOOP("Messages", "embedding tables")},
         {"bottom_mlp", QT_TRANSLATE_NOOP("Messages", "bottom MLP")},
         {"top_mlp", QT_TRANSLATE_NOOP("Messages", "top MLP")},
         {"interaction", QT_TRANSLATE_NOOP("Messages", "interaction of the features")},
         {"dense_features", QT_TRANSLATE_NOOP("Messages", "dense features")},
         {"vocabulary", QT_TRANSLATE_NOOP("Messages", "vocabulary")},
         {"max_sequence", QT_TRANSLATE_NOOP("Messages", "longest sequence")},
         {"power", QT_TRANSLATE_NOOP("Messages", "power of a device")},
         {"price_per_hour", QT_TRANSLATE_NOOP("Messages", "price of an hour")}}};
    static constexpr std::array<Place, 5> kRole{
        {{"network", QT_TRANSLATE_NOOP("Messages", "network of the %1")},
         {"memory", QT_TRANSLATE_NOOP("Messages", "memory of the %1")},
         {"cores", QT_TRANSLATE_NOOP("Messages", "cores of the %1")},
         {"replicas", QT_TRANSLATE_NOOP("Messages", "number of the %1")},
         {"", "%1"}}};
    const QString head = pointer.section(QLatin1Char('/'), 1, 1);
    const QString tail = pointer.section(QLatin1Char('/'), 3, 3);
    if (head == QLatin1String("roles")) {
        const QString role = boundName(pointer.section(QLatin1Char('/'), 2, 2).toStdString());
        for (const Place& place : kRole)
            if (tail == QLatin1String(place.key))
                return (tail.isEmpty() ? QString::fromLatin1(place.word) : words(place.word)).arg(role);
    }
    for (const Place& place : kModel)
        if (head == QLatin1String(place.key))
            return words(place.word);
    return {};
}

} // namespace

QString unverifiedPlace(const core::HardwareSpec& hardware, const std::string& pointer)
{
    const QString text = QString::fromStdString(pointer);
    const QString head = text.section(QLatin1Char('/'), 1, 1);
    const auto index = static_cast<std::size_t>(text.section(QLatin1Char('/'), 2, 2).toUInt());
    const QString tail = text.section(QLatin1Char('/'), 3, 3);
    if (head == QLatin1String("memory") && index < hardware.memory.size()) {
        const QString tier = tierName(hardware.memory[index].tier);
        return tail.isEmpty()
                   ? words(QT_TRANSLATE_NOOP("Messages", "the %1 memory")).arg(tier)
                   : unverifiedText(tail.toStdString() + " of " +
                                    std::string(core::nameOf(hardware.memory[index].tier)) + " memory");
    }
    if (head == QLatin1String("links") && index < hardware.links.size())
        return unverifiedText(std::string(core::nameOf(hardware.links[index].level)) + " link");
    if (head == QLatin1String("collectives") && index < hardware.collectives.size())
        return unverifiedText("measured " + hardware.collectives[index].operation);
    if (head == QLatin1String("engines") && index < hardware.engines.size())
        return words(QT_TRANSLATE_NOOP("Messages", "peak rate of %1"))
            .arg(QString::fromStdString(std::string(core::nameOf(hardware.engines[index].dtype))));
    return unverifiedText(pointer);
}

QString unverifiedText(const std::string& figure)
{
    const QString text = QString::fromStdString(figure);
    if (text.startsWith(QLatin1Char('/'))) {
        const QString place = placeText(text);
        return place.isEmpty() ? text : place;
    }
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
