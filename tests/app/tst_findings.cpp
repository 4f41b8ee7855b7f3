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
    static const QRegularExpression lack(QStringLiteral("\\breturn std::string_view\\(([^;]*)\\);"));
    static const QRegularExpression reason(QStringLiteral("\"([a-z_]+)\""));
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
        static const QRegularExpression verdict(QStringLiteral("\\bverdict\\(([^;]*)\\);"));
        for (const QRegularExpressionMatch& made : verdict.globalMatch(
                 file.fileName().endsWith(QLatin1String("hang_verdict.cpp")) ? text : QString())) {
            for (const QRegularExpressionMatch& match : reason.globalMatch(made.captured(1)))
                keys.insert("hang." + match.captured(1).toStdString());
        }
        static const QRegularExpression launched(QStringLiteral("\"((?:rank|file)_[a-z]+)\""));
        for (const QRegularExpressionMatch& match : launched.globalMatch(
                 file.fileName().endsWith(QLatin1String("ranks/launched.cpp")) ? text : QString()))
            keys.insert("hang." + match.captured(1).toStdString());
        if (!text.contains(QLatin1String("core::Result<std::string_view>")))
            continue; // says of no analysis what it lacks
        for (const QRegularExpressionMatch& made : lack.globalMatch(text)) {
            for (const QRegularExpressionMatch& match : reason.globalMatch(made.captured(1)))
                keys.insert("empty." + match.captured(1).toStdString());
        }
    }
    return keys;
}

QString sentenceOf(const std::string& key)
{
    return app::findingText({key, core::Severity::Info, {"1", "2", "3", "4", "5", "6", "7", "8", "9"}, {}});
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
    /// If no steps were found, no time is "a step".
    void costsOfAWholeRecording()
    {
        QTranslator japanese;
        QVERIFY(japanese.load(QStringLiteral(":/i18n/shardscope_ja.qm")));
        for (const char* const kind : {"data_loading",
                                       "host_work",
                                       "slow_launch",
                                       "host_communication",
                                       "device_allocation",
                                       "blocking_copy",
                                       "synchronization",
                                       "launch_bound",
                                       "short_gaps",
                                       "dependency_wait",
                                       "idle_unknown",
                                       "exposed_communication",
                                       "exposed_host_communication",
                                       "exposed_copies",
                                       "unfused_elementwise",
                                       "straggler_absent",
                                       "pipeline_bubble",
                                       "host_between",
                                       "graph_capture",
                                       "host_unrecorded"}) {
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
    /// Advice that only PyTorch can follow is given to PyTorch alone.
    void adviceIsForWhatRan()
    {
        QFile file(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/app/session/trace/overview_texts.cpp"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        const qsizetype begin = text.indexOf(QLatin1String("kAdvice[]"));
        const QString table = text.mid(begin, text.indexOf(QLatin1String("\n};"), begin) - begin);
        static const QRegularExpression key(QStringLiteral("\\{\"([a-z_.]+)\",\\s*N_"));
        int ofTorch = 0;
        for (const QRegularExpressionMatch& match : key.globalMatch(table)) {
            profiler::CostFinding finding;
            finding.advice = match.captured(1).toStdString();
            const auto names = [&](bool torch) {
                finding.ofTorch = torch;
                const QString advice = app::adviceSentence(finding);
                bool found = false;
                for (const char* const word : {"torch", ".item()", ".cpu()", "pin_memory", "non_blocking",
                                               "empty_cache", "with_stack", "expandable segments"})
                    found = found || advice.contains(QLatin1String(word));
                return found;
            };
            ofTorch += names(true) ? 1 : 0;
            QVERIFY2(!names(false), finding.advice.c_str());
        }
        QVERIFY(ofTorch >= 5); // the pattern finds them
    }
    /// What a run cannot tell is a whole sentence with its reason and how to record it, and no run of which
    /// something is not known is said to cost nothing.
    void whatIsNotKnownIsSaid()
    {
        profiler::Coverage none;
        profiler::Coverage launched;
        launched.launches = launched.launchesWithoutWork = 240;
        profiler::Coverage partly;
        partly.launches = partly.deviceRows = 100;
        partly.launchesWithoutWork = 6;
        partly.deviceNs = 1000;
        partly.unknown.share = 0.06;
        partly.unknown.largest = {"k7"};
        partly.impossibleRows = 2;
        partly.impossibleNs = 100;
        std::set<std::string> reasons;
        const auto check = [&](const profiler::Coverage& coverage, const char* device,
                               const char* framework) {
            profiler::Overview overview;
            overview.notKnown = profiler::notKnownOf(coverage, device, framework);
            QVERIFY(!overview.notKnown.empty());
            for (const profiler::NotKnown& one : overview.notKnown) {
                reasons.insert(one.because);
                const QString sentence = app::notKnownSentence(one);
                QVERIFY2(sentence.startsWith(QLatin1String("Not known: ")) &&
                             sentence.contains(QLatin1String(", because ")) &&
                             sentence.contains(QLatin1String(". Record ")) &&
                             !sentence.contains(QRegularExpression(QStringLiteral("%[0-9]"))),
                         qPrintable(sentence));
            }
            overview.parts = {{"computing", 1.0}};
            const bool nothing = app::noCostText(overview).startsWith(QLatin1String("Nothing was found"));
            QCOMPARE(nothing, overview.notKnown.front().because == "no_device");
        };
        for (const char* const framework : {"PyTorch", "JAX", ""}) {
            check(none, "", framework);
            check(none, "H100", framework);
            check(launched, "H100", framework);
            check(partly, "H100", framework);
        }
        QCOMPARE(reasons.size(), std::size_t{6});
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
