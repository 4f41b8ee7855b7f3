// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/text/unverified_words.h"

#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/hardware/hardware_spec.h"
#include "planner/recommender.h"

namespace shardscope::app {
namespace {

/// "capacity of host memory"
QString memoryText(const QString& figure)
{
    const QString tail = QStringLiteral(" memory");
    for (const bool capacity : {true, false}) {
        const QString head = capacity ? QStringLiteral("capacity of ") : QStringLiteral("bandwidth of ");
        if (!figure.startsWith(head) || !figure.endsWith(tail))
            continue;
        const QString name = figure.mid(head.size(), figure.size() - head.size() - tail.size());
        const auto tier = core::fromName<core::Tier>(name.toStdString());
        if (!tier)
            return {};
        return translated(capacity ? N_("capacity of the %1 memory") : N_("bandwidth of the %1 memory"))
            .arg(tierName(*tier));
    }
    return {};
}

/// "hidden 1600 (2048 to 25600)" of a plan beyond a calibration's runs.
QString quantityText(const QString& text)
{
    static constexpr KeyedText kQuantities[]{{"hidden", N_("hidden width")},
                                             {"sequence", N_("tokens a sample")},
                                             {"tokens", N_("tokens a micro-batch")},
                                             {"micro_batch", N_("micro-batch")},
                                             {"tensor", N_("tensor degree")},
                                             {"pipeline", N_("pipeline degree")},
                                             {"devices", N_("devices")},
                                             {"context", N_("context degree")},
                                             {"compute_bits", N_("bits of a product")},
                                             {"recompute", N_("recompute")},
                                             {"sequence_parallel", N_("sequence parallelism")},
                                             {"attention", N_("attention")},
                                             {"adapter_rank", N_("rank of adapters")}};
    const QString key = text.section(QLatin1Char(' '), 0, 0);
    QString rest = text.section(QLatin1Char(' '), 1);
    rest.replace(QStringLiteral(" to "), QChar(0x2013));
    const char* const word = textOf(kQuantities, key.toStdString());
    return *word != 0 ? translated(word) + QLatin1Char(' ') + rest : text;
}

/// "/vocabulary" of a model's file, "/roles/nn_worker/network" of a cluster's; empty: neither.
QString placeText(const QString& pointer)
{
    static constexpr KeyedText kModel[]{{"tables", N_("embedding tables")},
                                        {"bottom_mlp", N_("bottom MLP")},
                                        {"top_mlp", N_("top MLP")},
                                        {"interaction", N_("interaction of the features")},
                                        {"dense_features", N_("dense features")},
                                        {"vocabulary", N_("vocabulary")},
                                        {"max_sequence", N_("longest sequence")},
                                        {"power", N_("power of a device")},
                                        {"network", N_("exchange between the tiles of a processor")},
                                        {"price_per_hour", N_("price of an hour")}};
    static constexpr KeyedText kRole[]{{"network", N_("network of the %1")},
                                       {"memory", N_("memory of the %1")},
                                       {"cores", N_("cores of the %1")},
                                       {"replicas", N_("number of the %1")}};
    const QString head = pointer.section(QLatin1Char('/'), 1, 1);
    const QString tail = pointer.section(QLatin1Char('/'), 3, 3);
    if (head == QLatin1String("roles")) {
        QString role = boundName(pointer.section(QLatin1Char('/'), 2, 2).toStdString());
        if (tail.isEmpty())
            return role;
        if (const char* const word = textOf(kRole, tail.toStdString()); *word != 0)
            return translated(word).arg(role);
    }
    return translated(textOf(kModel, head.toStdString()));
}

} // namespace

QString unverifiedPlace(const core::HardwareSpec& hardware, const std::string& pointer)
{
    QString text = shownText(pointer);
    const QString head = text.section(QLatin1Char('/'), 1, 1);
    const auto index = static_cast<std::size_t>(text.section(QLatin1Char('/'), 2, 2).toUInt());
    const QString tail = text.section(QLatin1Char('/'), 3, 3);
    if (head == QLatin1String("memory") && index < hardware.memory.size()) {
        const QString tier = tierName(hardware.memory[index].tier);
        return tail.isEmpty()
                   ? translated(N_("the %1 memory")).arg(tier)
                   : unverifiedText(tail.toStdString() + " of " +
                                    std::string(core::nameOf(hardware.memory[index].tier)) + " memory");
    }
    if (head == QLatin1String("links") && index < hardware.links.size())
        return unverifiedText(std::string(core::nameOf(hardware.links[index].level)) + " link");
    if (head == QLatin1String("collectives") && index < hardware.collectives.size())
        return unverifiedText("measured " + hardware.collectives[index].operation);
    if (head == QLatin1String("engines") && index < hardware.engines.size())
        return translated(N_("peak rate of %1"))
            .arg(QString::fromStdString(std::string(core::nameOf(hardware.engines[index].dtype))));
    return unverifiedText(pointer);
}

QString unverifiedText(const std::string& figure)
{
    QString text = shownText(figure);
    if (text.startsWith(QLatin1Char('/'))) {
        const QString place = placeText(text);
        return place.isEmpty() ? text : place;
    }
    if (QString memory = memoryText(text); !memory.isEmpty())
        return memory;
    if (text == QLatin1String("tile exchange"))
        return translated(N_("exchange between the tiles of a processor"));
    if (text == QLatin1String("node link"))
        return translated(N_("link inside a node"));
    if (text == QLatin1String("pod link"))
        return translated(N_("link inside a pod"));
    if (text == QLatin1String("cluster link"))
        return translated(N_("link of the cluster"));
    if (text == QLatin1String("front_end link"))
        return translated(N_("hosts' network"));
    if (text == QLatin1String("measured all_to_all"))
        return translated(N_("measured all-to-all"));
    if (const auto zion = core::fromName<planner::ZionFigure>(text.toStdString()))
        return translated(planner::constantOf(*zion).label);
    const QString share = QStringLiteral("exposed share of collectives, half at least: calibration ");
    const QString unseen = QStringLiteral(" saw no products of ");
    if (const auto at = text.indexOf(unseen); text.startsWith(share) && at > 0)
        return translated(N_("exposed share of collectives, half at least: calibration %1 saw no products of "
                             "%2"))
            .arg(text.mid(share.size(), at - share.size()), text.mid(at + unseen.size()));
    const QString head = QStringLiteral("calibration ");
    const QString middle = QStringLiteral(" beyond its runs: ");
    if (const auto at = text.indexOf(middle); text.startsWith(head) && at > 0)
        return translated(N_("calibration %1 beyond its runs: %2"))
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
