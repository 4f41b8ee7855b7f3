// SPDX-License-Identifier: GPL-3.0-or-later
// Studies as they are said, in many phrasings of two languages; what is not understood is quoted. Words and
// documents of a study read back as the same study.
#include "app/session/study/scenario_words.h"
#include "app/session/text/messages.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace shardscope;
using namespace shardscope::app;

namespace {

const core::Catalog& shipped()
{
    static const core::Catalog all(SHARDSCOPE_SOURCE_DIR "/resources");
    return all;
}

StudyVocabulary vocabulary(std::optional<StudyScenario> own = {})
{
    static const std::vector<CatalogEntry> models = modelEntries(shipped());
    static const std::vector<CatalogEntry> machines = machineEntries(shipped());
    return {shipped(), models, machines, std::move(own)};
}

/// "512 dgx-h100 at 1.9 USD, network x 0.5 | …": what was heard, in the words of wordsOf().
QString heardIn(const QString& said)
{
    const auto scenarios = scenariosInWords(said, vocabulary());
    if (!scenarios.ok())
        return errorText(scenarios.error());
    QStringList all;
    for (const StudyScenario& one : *scenarios)
        all << wordsOf(one);
    return all.join(QStringLiteral(" | "));
}

} // namespace

class TstStudyWords : public QObject {
    Q_OBJECT
private slots:
    void scenariosAreHeard_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("heard");
        const auto row = [](const char* said, const char* heard) {
            QTest::newRow(said) << QString::fromUtf8(said) << QString::fromUtf8(heard);
        };
        const char* three = "64 dgx-h100 | 72 gb200-nvl72 | 512 mi300x-8 at 1.9 USD";
        row("64 h100; 72 gb200; 512 mi300x at 1.9 USD", three);
        row("64 H100, 72 GB200 or 512 MI300X at $1.9", three);
        row("64 H100 GPUs vs 72 GB200 vs 512 MI300X for 1.90 USD/h", three);
        row("64 x H100; 72x GB200; 512 × MI300X at 1.9 dollars a GPU-hour", three);
        row("64 dgx-h100; 72 gb200-nvl72 ; 512 mi300x-8 at 1.9", three);
        row("H100 x 64; GB200 × 72; MI300X * 512 @ $1.90 per device and hour", three);
        row("64 H100s and 72 GB200s and 512 MI300Xs at 1.9 USD each hour", three);
        row("64 H100\n72 GB200\n512 MI300X, at 1.9 USD", three);
        row("H100 64台、GB200 72台、MI300X 512台 1時間あたり1.9ドル", three);
        row("H100を64台、GB200を72台、MI300Xを512台（1.9ドル/時間）", three);
        row("Ｈ１００ ６４台；ＧＢ２００ ７２台；ＭＩ３００Ｘ ５１２台 毎時1.9ドル", three);
        row("64台のH100か72台のGB200か512台のMI300X 1.9ドル", three);
        const char* half = "512 dgx-h100, network x 0.5";
        row("512 h100 half the network", half);
        row("512 H100 with half the network", half);
        row("512 H100 with half of its interconnect bandwidth", half);
        row("512 h100, network x0.5", half);
        row("512 h100, network at 50 %", half);
        row("512 h100 with 0.5x network", half);
        row("512 h100 network/2", half);
        row("512 h100 with 1/2 the network", half);
        row("H100 512台、ネットワークが半分", half);
        row("ネットワークが半分のH100を512台", half);
        row("H100 512台、帯域2分の1", half);
        row("512 h100 with twice the network", "512 dgx-h100, network x 2");
        row("512 h100 with a quarter of the network", "512 dgx-h100, network x 0.25");
        row("512 h100 with double the memory", "512 dgx-h100, memory x 2");
        row("H100 512台、ネットワーク4倍", "512 dgx-h100, network x 4");
        row("1,024 h100", "1024 dgx-h100");
        row("256..1024 h100", "256..1024 dgx-h100");
        row("256-1024 h100", "256..1024 dgx-h100");
        row("256 to 1024 h100", "256..1024 dgx-h100");
        row("16 nodes of h100", "128 dgx-h100");
        row("H100を16ノード", "128 dgx-h100");
        row("512 h100 capped at 500 W", "512 dgx-h100, capped at 500 W");
        row("512 h100 at 2 USD with a 0.5 kW cap", "512 dgx-h100 at 2 USD, capped at 500 W");
        row("H100 512台、500Wまで", "512 dgx-h100, capped at 500 W");
        row("512 h100 with 16 spares", "512 dgx-h100, 16 spare");
        row("512 h100 and 16 spare devices", "512 dgx-h100, 16 spare");
        row("H100 512台、予備16台", "512 dgx-h100, 16 spare");
        row("512 h100 with torchtitan", "512 dgx-h100, torchtitan");
        row("512 h100 in megatron-fsdp at 2.29 USD", "512 dgx-h100 at 2.29 USD, megatron-fsdp");
        row("512 a100", "512 dgx-a100-80g"); // of both the one with more memory
        row("512 b200", "512 b200-sxm-8");
        row("64 gaudi 3", "64 gaudi3-8");
        row("256 tpu v5p", "256 tpu-v5p");
        row("512 H100 or our cluster with half the network", "512 dgx-h100 | 512 dgx-h100, network x 0.5");
        row("512 H100, 144 GB200, 512 MI300X or our cluster with half the network?",
            "512 dgx-h100 | 144 gb200-nvl72 | 512 mi300x-8 | 512 dgx-h100, network x 0.5");
    }
    void scenariosAreHeard()
    {
        QFETCH(QString, said);
        QFETCH(QString, heard);
        QCOMPARE(heardIn(said), heard);
    }

    void whatIsNotUnderstoodIsQuoted_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("told");
        const auto row = [](const char* said, const char* told) {
            QTest::newRow(said) << QString::fromUtf8(said) << QString::fromUtf8(told);
        };
        row("", "no machine is said");
        row(" ; ", "no machine is said");
        row("64", "names no machine");
        row("h100", "how many devices");
        row("64 h999", "\"h999\"");
        row("64 h100 on the moon", "\"moon\"");
        row("64 h100 at much", "\"much\"");
        row("64 h100 gb200", "\"h100 gb200\"");
        row("our cluster with half the network", "no plan is open");
        row("64 h100 with 10000000 x network", "thousandth");
        row("half the network", "names no machine");
    }
    void whatIsNotUnderstoodIsQuoted()
    {
        QFETCH(QString, said);
        QFETCH(QString, told);
        const auto scenarios = scenariosInWords(said, vocabulary());
        QVERIFY(!scenarios.ok());
        const QString error = errorText(scenarios.error());
        QVERIFY2(error.contains(told), qPrintable(error));
    }

    /// A scenario is called as it was said, without its price; no two alike.
    void namesAreTheReadersWords()
    {
        const auto all = scenariosInWords(
            QStringLiteral("512 H100 at 2 USD; 512 H100 at 3 USD; 512 H100, half the network"), vocabulary());
        QVERIFY(all.ok());
        QCOMPARE((*all)[0].name, std::string("512 H100"));
        QCOMPARE((*all)[1].name, std::string("512 H100 (2)"));
        QCOMPARE((*all)[2].name, std::string("512 H100, half the network"));
        QCOMPARE(*(*all)[1].price, 3.0);
    }

    void ourClusterIsTheOpenPlans()
    {
        StudyScenario own;
        own.hardware = "dgx-a100-80g";
        own.devices = "96";
        const auto all = scenariosInWords(
            QStringLiteral("512 h100; our cluster; our cluster with twice the network"), vocabulary(own));
        QVERIFY(all.ok());
        QCOMPARE(wordsOf((*all)[1]), QStringLiteral("96 dgx-a100-80g"));
        QCOMPARE(wordsOf((*all)[2]), QStringLiteral("96 dgx-a100-80g, network x 2"));
    }

    /// What wordsOf() says is heard as the same.
    void wordsReadBack()
    {
        for (const char* said : {"64 h100 at 2.25 USD with a third of the network and 8 spares in torchtitan",
                                 "8..64 b200 capped at 700 W, 1.5 x memory", "72 gb200"}) {
            const auto first = scenariosInWords(QString::fromUtf8(said), vocabulary());
            QVERIFY2(first.ok(), said);
            QCOMPARE(first->size(), std::size_t{1});
            const QString words = wordsOf(first->front());
            QCOMPARE(heardIn(words), words);
        }
    }

    void wholeQuestionsAreHeard_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<int>("scenarios");
        QTest::addColumn<bool>("budget");
        const auto row = [](const char* said, int scenarios, bool budget) {
            QTest::newRow(said) << QString::fromUtf8(said) << scenarios << budget;
        };
        row("Llama 3 70B, 15 T tokens, under 60 days: 512 H100, 144 GB200, 512 MI300X or our cluster with "
            "half the network",
            4, false);
        row("train llama-3-70b over 15T tokens within 60 days under 3 M USD: 512 H100 at 2.5 USD; 144 GB200 "
            "at 4 USD",
            2, true);
        row("Llama 3 70B, 15 trillion tokens, 60 days, $3M: 512 H100 vs 512 H200", 2, true);
        row("llama 3 70b on 512 h100 or 144 gb200, 15T tokens, under 60 days", 2, false);
        row("Llama 3 70B、15兆トークン、60日以内、300万ドル：H100 512台、GB200 144台", 2, true);
        row("Llama 3 70Bを15Tトークン、60日以内で：H100を512台か GB200を144台", 2, false);
    }
    void wholeQuestionsAreHeard()
    {
        QFETCH(QString, said);
        QFETCH(int, scenarios);
        QFETCH(bool, budget);
        const auto study = studyInWords(said, vocabulary());
        QVERIFY2(study.ok(), qPrintable(study.ok() ? QString() : errorText(study.error())));
        QCOMPARE(study->job.model, std::string("llama-3-70b"));
        QCOMPARE(study->job.tokens, 15e12);
        QCOMPARE(*study->job.deadline, 60 * kStudyDay);
        QCOMPARE(study->job.budget.has_value(), budget);
        if (budget)
            QCOMPARE(*study->job.budget, 3e6);
        QCOMPARE(static_cast<int>(study->scenarios.size()), scenarios);
        QCOMPARE(study->scenarios.front().hardware, std::string("dgx-h100"));
        QCOMPARE(study->scenarios.front().devices, std::string("512"));
    }
    void furtherWordsOfTheJob()
    {
        const auto study = studyInWords(
            QStringLiteral("Llama 3 70B in fp8, 1T tokens, batch 1024, sequence length 4096: 64 h100"),
            vocabulary());
        QVERIFY2(study.ok(), qPrintable(study.ok() ? QString() : errorText(study.error())));
        QCOMPARE(study->job.precision, std::string("fp8"));
        QCOMPARE(study->job.globalBatch, std::string("1024"));
        QCOMPARE(study->job.sequenceLength, 4096);
        QVERIFY(!study->job.deadline);
        QVERIFY(!studyInWords(QStringLiteral("Llama 3 70B: 64 h100"), vocabulary()).ok()); // no tokens
        QVERIFY(!studyInWords(QStringLiteral("Zebra 5: 64 h100, 1T tokens"), vocabulary()).ok());
        QVERIFY(!studyInWords(QStringLiteral("memory bars"), vocabulary()).ok());
    }

    /// The document of a study reads as the same study.
    void documentsReadBack()
    {
        JobStudy study =
            studyInWords(
                QStringLiteral("Llama 3 70B, 15T tokens, under 60 days, 3 M USD: 512 h100 at 2.29 USD with "
                               "half the network, 8 spare; 256..512 b200 capped at 700 W in torchtitan"),
                vocabulary())
                .value();
        study.job.plan = {{"recompute", "full"}, {"sequence-parallel", "true"}};
        study.job.failures.restart = Spread{60, 120, 240};
        study.scenarios[1].failures.otherTime = Spread{0.01, 0.02, 0.03};
        const core::Value document = studyDocument(study);
        const auto again = readStudy(document, "study.json");
        QVERIFY2(again.ok(), qPrintable(again.ok() ? QString() : errorText(again.error())));
        QCOMPARE(core::jsonText(studyDocument(*again)), core::jsonText(document));
        QCOMPARE(again->job.plan, study.job.plan);
        QCOMPARE(*again->job.deadline, *study.job.deadline);
        QVERIFY(std::abs(again->job.failures.restart->likely - 120) < 1e-9);
        QCOMPARE(again->scenarios[0].changes.network, 0.5);
        QCOMPARE(*again->scenarios[1].changes.powerCap, 700.0);
        // One that is begun only, as a window keeps it.
        JobStudy draft;
        draft.job.model = "gpt2";
        QVERIFY(readStudyDraft(studyDocument(draft)).ok());
        QVERIFY(!readStudy(studyDocument(draft), "study.json").ok());
    }
};

SHARDSCOPE_TEST(TstStudyWords)
#include "tst_study_words.moc"
