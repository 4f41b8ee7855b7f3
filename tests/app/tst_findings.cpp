// SPDX-License-Identifier: GPL-3.0-or-later
// Every finding that the sources name has a sentence, in every language, that takes its arguments.
#include "app/session/trace/analyses.h"
#include "app/session/trace/overview_texts.h"
#include "tests/support/test_registry.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>

#include <set>

using namespace shardscope;

namespace {

/// Keys of findings in the sources of analyses and comparisons.
std::set<std::string> keysInSources()
{
    static const QRegularExpression call(QStringLiteral("\\bfinding\\(([^;]*?)core::Severity"));
    static const QRegularExpression literal(QStringLiteral("\"([a-z_]+\\.[a-z_]+)\"")); // also of a choice
    static const QRegularExpression empty(QStringLiteral("\\bemptyReport\\(\\s*\"([a-z_]+)\""));
    std::set<std::string> keys;
    QDirIterator files(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/profiler"), {QStringLiteral("*.cpp")},
                       QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QString text = QString::fromUtf8(file.readAll());
        for (const QRegularExpressionMatch& made : call.globalMatch(text)) {
            for (const QRegularExpressionMatch& match : literal.globalMatch(made.captured(1)))
                keys.insert(match.captured(1).toStdString());
        }
        for (const QRegularExpressionMatch& match : empty.globalMatch(text))
            keys.insert("empty." + match.captured(1).toStdString());
    }
    return keys;
}

QString sentenceOf(const std::string& key)
{
    return app::findingText({key, core::Severity::Info, {"1", "2", "3", "4", "5", "6"}, {}});
}

} // namespace

class TstFindings : public QObject {
    Q_OBJECT
private slots:
    void everyFindingHasASentence()
    {
        const std::set<std::string> keys = keysInSources();
        QVERIFY(keys.size() >= 40); // the pattern finds them
        QVERIFY(keys.count("memory_snapshot.fragmented") == 1);
        QVERIFY(keys.count("empty.no_snapshot") == 1);
        static const QRegularExpression place(QStringLiteral("%[0-9]"));
        QTranslator japanese;
        QVERIFY(japanese.load(QStringLiteral(":/i18n/shardscope_ja.qm")));
        for (const std::string& key : keys) {
            const QString english = sentenceOf(key);
            QCoreApplication::installTranslator(&japanese);
            const QString translated = sentenceOf(key);
            QCoreApplication::removeTranslator(&japanese);
            QVERIFY2(!english.isEmpty() && !english.contains(place), key.c_str());
            QVERIFY2(translated != english && !translated.contains(place), key.c_str());
        }
    }
    /// Where no steps were found, no time is "a step".
    void costsOfAWholeRecording()
    {
        QTranslator japanese;
        QVERIFY(japanese.load(QStringLiteral(":/i18n/shardscope_ja.qm")));
        for (const char* const kind :
             {"data_loading", "host_work", "slow_launch", "host_communication", "device_allocation",
              "blocking_copy", "synchronization", "launch_bound", "short_gaps", "dependency_wait",
              "idle_unknown", "exposed_communication", "exposed_host_communication", "exposed_copies",
              "unfused_elementwise", "straggler_absent", "pipeline_bubble"}) {
            profiler::CostFinding finding;
            finding.kind = kind;
            finding.args = {"1200 ns", "5 %", "aten::mm", "four"};
            for (const bool steps : {true, false}) {
                finding.ofSteps = steps;
                QVERIFY2(app::costSentence(finding).contains(QLatin1String(" a step (5 %)")) == steps, kind);
                QVERIFY2(app::costSentence(finding).contains(QLatin1String("(5 %)")), kind);
                QCoreApplication::installTranslator(&japanese);
                const QString translated = app::costSentence(finding);
                QCoreApplication::removeTranslator(&japanese);
                QVERIFY2(translated.contains(QString::fromUtf8("1 ステップあたり")) == steps,
                         qPrintable(translated));
            }
        }
    }
    /// Sentences name functions without what only a compiler reads.
    void functionsArePlainInSentences()
    {
        const auto told = [](const char* kind, const char* name) {
            profiler::CostFinding finding;
            finding.kind = kind;
            finding.args = {"1200 ns", "5 %", name, name};
            return app::costSentence(finding);
        };
        const auto ends = [&](const char* kind, const char* name, const char* plain) {
            const QString sentence = told(kind, name);
            QVERIFY2(sentence.endsWith(QString::fromUtf8(plain) + QLatin1Char('.')), qPrintable(sentence));
        };
        ends("host_work", "autograd::engine::evaluate_function: EmbeddingBagBackward0",
             "computes EmbeddingBagBackward0");
        ends("host_work", "PjitFunction(step)", "computes PjitFunction(step)");
        ends("exposed_communication", "ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)",
             "is ncclDevKernel_Generic");
        ends("exposed_communication", "void at::native::(anonymous namespace)::reduce<float, 4>(float*)",
             "is at::native::reduce");
        ends("exposed_copies", "Memcpy DtoH (Device -> Pageable)", "is Memcpy DtoH (Device -> Pageable)");
    }
    void anUnknownRankIsNotNamed()
    {
        const auto told = [](const char* rank) {
            return app::findingText({"temporal.idle", core::Severity::Info, {rank, "much", "all"}, {}});
        };
        QVERIFY(told("3").startsWith(QLatin1String("Rank 3: the device is idle for much")));
        QVERIFY2(told("?").startsWith(QLatin1String("The device is idle for much")), qPrintable(told("?")));
        QTranslator japanese;
        QVERIFY(japanese.load(QStringLiteral(":/i18n/shardscope_ja.qm")));
        QCoreApplication::installTranslator(&japanese);
        const QString translated = told("?");
        QCoreApplication::removeTranslator(&japanese);
        QVERIFY2(translated.startsWith(QString::fromUtf8("デバイスは")), qPrintable(translated));
    }
};

SHARDSCOPE_TEST(TstFindings)
#include "tst_findings.moc"
