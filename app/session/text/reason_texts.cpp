// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/text/reason_texts.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <array>

namespace shardscope::app {
namespace {

constexpr const char* kNoPrice = QT_TRANSLATE_NOOP("Reasons", "%1 names no price of a device");
/// Where one is given, in the window and on the command line.
constexpr const char* kGivePrice =
    QT_TRANSLATE_NOOP("Reasons", "give one (\"Device, an hour\", --set price-device=3)");

/// As core and planner write them; %1, %2 … stand for what they fill in.
constexpr std::array kReasons{
    QT_TRANSLATE_NOOP("Reasons", "a PersiaJob asks for a cluster of roles"),
    QT_TRANSLATE_NOOP("Reasons", "it has no embedding tables"),
    QT_TRANSLATE_NOOP("Reasons", "it has no embedding tables to place"),
    QT_TRANSLATE_NOOP("Reasons", "it has no transformer layers"),
    QT_TRANSLATE_NOOP("Reasons", "the search of plans for %1"),
    QT_TRANSLATE_NOOP("Reasons", "%1 has no price: give one with --price"),
    QT_TRANSLATE_NOOP("Reasons", "the model has no embedding tables"),
    QT_TRANSLATE_NOOP("Reasons", "parameter servers hold the tables of recommendation models"),
    QT_TRANSLATE_NOOP("Reasons", "PERSIA trains recommendation models"),
    QT_TRANSLATE_NOOP("Reasons", "the hardware description has no engine or no device memory for it"),
    QT_TRANSLATE_NOOP("Reasons", "an asynchronous dense part with synchronous embeddings"),
    QT_TRANSLATE_NOOP("Reasons", "PERSIA knows both synchronous, both asynchronous, or the embeddings alone"),
    QT_TRANSLATE_NOOP("Reasons", "fully asynchronous training that looks nothing up ahead"),
    QT_TRANSLATE_NOOP("Reasons", "where nobody waits for anybody, lookups run ahead"),
    QT_TRANSLATE_NOOP("Reasons", "a degree beside replica"),
    QT_TRANSLATE_NOOP("Reasons", "NN workers hold the whole dense part each"),
    QT_TRANSLATE_NOOP("Reasons", "a fixed place for a table"),
    QT_TRANSLATE_NOOP("Reasons", "parameter servers spread rows by hashing their ids"),
    QT_TRANSLATE_NOOP("Reasons", "the constraints of table \"%1\" leave no sharding that this cluster knows"),
    QT_TRANSLATE_NOOP("Reasons", "a degree of %1"),
    QT_TRANSLATE_NOOP("Reasons",
                      "a recommender's perceptrons are replicated and its tables sharded over the replicas"),
    QT_TRANSLATE_NOOP("Reasons", "phased execution"),
    QT_TRANSLATE_NOOP("Reasons", "a recommender has no stack of layers to cut"),
    QT_TRANSLATE_NOOP("Reasons", "another residency"),
    QT_TRANSLATE_NOOP("Reasons", "the placement chooses each table's tier"),
    QT_TRANSLATE_NOOP("Reasons", "asynchronous training on sharded tables"),
    QT_TRANSLATE_NOOP("Reasons", "devices that shard the tables update them together; parameter servers do "
                                 "not: name a cluster of PERSIA's roles as the hardware"),
    QT_TRANSLATE_NOOP("Reasons", "TorchRec has this kernel on CUDA devices only"),
    QT_TRANSLATE_NOOP("Reasons", "input_lengths, batch_sizes and num_poolings differ in length"),
    QT_TRANSLATE_NOOP("Reasons", "one YAML document is wanted, and %1 are there"),
    QT_TRANSLATE_NOOP("Reasons", "%1 sizes for %2 features"),
    QT_TRANSLATE_NOOP("Reasons", "two tables are named \"%1\""),
    QT_TRANSLATE_NOOP("Reasons", "the dot interaction needs vectors of one width, and table \"%1\" has %2 "
                                 "where the bottom MLP ends in %3"),
    QT_TRANSLATE_NOOP("Reasons", "YAML aliases"),
    QT_TRANSLATE_NOOP("Reasons", "no value begins here"),
    QT_TRANSLATE_NOOP("Reasons", "write the value out"),
    QT_TRANSLATE_NOOP("Reasons", "the key \"%1\" stands twice in one map"),
    QT_TRANSLATE_NOOP("Reasons", "the key \"%1\" stands twice in one object"),
    QT_TRANSLATE_NOOP("Reasons", "the search for least cost"),
    QT_TRANSLATE_NOOP("Reasons", "the search for least energy"),
    kNoPrice,
    QT_TRANSLATE_NOOP("Reasons", "%1 names no power of a device"),
    QT_TRANSLATE_NOOP("Reasons", "shares that do not add up to 1"),
    QT_TRANSLATE_NOOP("Reasons", "the tier \"%1\" twice"),
    QT_TRANSLATE_NOOP("Reasons", "the level \"%1\" twice"),
    QT_TRANSLATE_NOOP("Reasons", "global_batch %1 is not micro_batch %2 · micro_batches %3 · replica %4"),
    QT_TRANSLATE_NOOP("Reasons", "the model has no layers"),
    QT_TRANSLATE_NOOP("Reasons", "the model is a recommender"),
    QT_TRANSLATE_NOOP("Reasons", "%1 has no links"),
    QT_TRANSLATE_NOOP("Reasons", "%1 has no engine"),
    QT_TRANSLATE_NOOP("Reasons", "%1 has none"),
    QT_TRANSLATE_NOOP("Reasons", "more than one device"),
    QT_TRANSLATE_NOOP("Reasons", "the model is a list of layers, not a transformer"),
    QT_TRANSLATE_NOOP("Reasons", "tensor parallelism"),
    QT_TRANSLATE_NOOP("Reasons", "context parallelism"),
    QT_TRANSLATE_NOOP("Reasons", "expert parallelism"),
    QT_TRANSLATE_NOOP("Reasons", "selective recompute"),
    QT_TRANSLATE_NOOP("Reasons", "this layout"),
    QT_TRANSLATE_NOOP("Reasons", "a choice for activations"),
    QT_TRANSLATE_NOOP("Reasons", "phased execution always recomputes"),
    QT_TRANSLATE_NOOP("Reasons", "phases"),
    QT_TRANSLATE_NOOP("Reasons", "the plan runs each stage as one"),
    QT_TRANSLATE_NOOP("Reasons", "timing"),
};

/// What \p pattern's places hold in \p reason; none: it is no such reason.
QStringList filled(const QString& pattern, const QString& reason)
{
    QString expression = QRegularExpression::escape(pattern);
    for (int place = 1; expression.contains(QStringLiteral("\\%%1").arg(place)); ++place)
        expression.replace(QStringLiteral("\\%%1").arg(place), QStringLiteral("(.*)"));
    return QRegularExpression(QRegularExpression::anchoredPattern(expression)).match(reason).capturedTexts();
}

} // namespace

QString reasonText(const QString& reason)
{
    const QByteArray exact = reason.toUtf8();
    for (const char* pattern : kReasons) {
        if (exact == pattern)
            return QCoreApplication::translate("Reasons", pattern);
    }
    for (const char* pattern : kReasons) {
        const auto text = QString::fromUtf8(pattern);
        if (!text.contains(QLatin1String("%1")))
            continue;
        const QStringList parts = filled(text, reason);
        if (parts.isEmpty())
            continue;
        QString translated = QCoreApplication::translate("Reasons", pattern);
        for (int place = 1; place < parts.size(); ++place)
            translated.replace(QStringLiteral("%%1").arg(place), parts[place]);
        if (pattern == kNoPrice)
            translated += QStringLiteral(": ") + QCoreApplication::translate("Reasons", kGivePrice);
        return translated;
    }
    return reason;
}

} // namespace shardscope::app
