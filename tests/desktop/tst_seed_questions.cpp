// SPDX-License-Identifier: GPL-3.0-or-later
// Headlines of the four articles, asked in the window as a reader does: model, machine, devices, and the
// page, with everything else at its default, in both languages. Each control that is moved is an action;
// where they are counted no more than three are needed, and the answer is read in the reader's language.
#include "app/desktop/pages/compare/compare_page.h"
#include "app/desktop/pages/compare/plan_vs_plan.h"
#include "app/desktop/pages/model_page.h"
#include "app/desktop/pages/recommender/recommender_page.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/plan/plan_control_table.h"
#include "app/desktop/widgets/several_box.h"
#include "app/session/plan/plan_strategies.h"
#include "app/session/recommender/recommender_study.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QComboBox>
#include <QLabel>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

constexpr int kMostActions = 3;

/// Whether \p text has words of the language: kana, which no name of a model has; English has none.
bool isIn(const QString& text, const QString& language)
{
    const bool kana = std::any_of(text.begin(), text.end(), [](QChar c) {
        return c.script() == QChar::Script_Hiragana || c.script() == QChar::Script_Katakana;
    });
    return kana == (language == QLatin1String("ja"));
}

} // namespace

class TstSeedQuestions : public tests::WindowTest {
    Q_OBJECT
private slots:
    /// ZeRO-2 against Megatron as it was then: "up to ten times", 38 TFLOP/s a GPU.
    void zeroAgainstMegatron_data() { languages(); }
    void zeroAgainstMegatron()
    {
        QFETCH(QString, language);
        window().setLanguage(language);
        open(QStringLiteral("zero-100b"), QStringLiteral("dgx-2-v100-32g"));
        edit([](core::Plan& plan) { plan.axes.replica = 400; });
        window().showPage("compare");
        const app::PlanVsPlan& plans = window().part<app::ComparePage>().plans();
        QTRY_VERIFY_WITH_TIMEOUT(!plans.plans().empty() && plans.complete(), 120'000);
        const auto rateOf = [&](const char* strategy) {
            const auto found =
                std::ranges::find(plans.plans(), app::strategyName(strategy), &app::ShownPlan::name);
            return found == plans.plans().end() || !found->evaluation
                       ? 0.0
                       : found->evaluation->throughput.hardwareTflopsPerDevice;
        };
        const double zero = rateOf("zero_2");
        const double megatron = rateOf("megatron_tensor");
        QVERIFY2(zero > 38 / 1.25 && zero < 38 * 1.25, qPrintable(QString::number(zero)));
        QVERIFY2(megatron > 0 && zero / megatron > 7, qPrintable(QString::number(megatron)));
    }
    /// GPT-3 on one IPU-POD256: phases are among what Search tries.
    void gptOnAPod_data() { languages(); }
    void gptOnAPod()
    {
        QFETCH(QString, language);
        window().setLanguage(language);
        window().showPage("search");
        auto& page = window().part<app::SearchPage>();
        QComboBox& models = page.controls().model();
        models.setCurrentIndex(models.findData(QStringLiteral("gpt3-175b")));
        const std::vector<std::string> names = bench().catalog().hardwareNames();
        const auto at = std::ranges::find(names, "ipu-pod256");
        QVERIFY(at != names.end());
        page.controls().machines().setTicked({static_cast<int>(at - names.begin())});
        page.searchOrCancel();
        QTRY_VERIFY_WITH_TIMEOUT(!page.searching(), 200'000);
        QVERIFY2(page.answer() && !page.answer()->best.empty(), qPrintable(page.verdict()));
        const core::Plan& best = page.answer()->best.front().hit.plan;
        QVERIFY(best.schedule == core::Schedule::Phased);
        QCOMPARE(best.axes.devices(), 256);
    }

    /// ZionEX, "12 trillion parameters": the Model page says them.
    void zionParameters_data() { languages(); }
    void zionParameters()
    {
        begin();
        act([&] { QVERIFY(bench().chooseModel(QStringLiteral("zionex-12t"))); });
        act([&] { window().showPage("model"); });
        const QString said = window().part<app::ModelPage>().said().join(QLatin1Char(' '));
        static const QRegularExpression kTwelve(QStringLiteral("12\\W?T")); // with a narrow space
        QVERIFY2(said.contains(kTwelve), qPrintable(said));
        end(said);
    }
    /// ZionEX, "12 trillion parameters on 128 GPUs": they fit, at the batch that nobody has to give.
    void zionOn128_data() { languages(); }
    void zionOn128()
    {
        begin();
        act([&] { QVERIFY(bench().chooseModel(QStringLiteral("zionex-12t"))); });
        act([&] { QVERIFY(bench().chooseHardware(QStringLiteral("zionex"))); });
        act([&] { devices(128); });
        QTRY_VERIFY_WITH_TIMEOUT(bench().evaluated().explained, 60'000);
        const core::Evaluation& answer = *bench().evaluated().value;
        QCOMPARE(answer.devices, 128);
        QCOMPARE(plan().batch.microBatch, 512); // the paper's, which nobody said
        QVERIFY(answer.verdict.feasible());
        QVERIFY2(answer.throughput.samplesPerSecond > 1e6,
                 qPrintable(QString::number(answer.throughput.samplesPerSecond)));
        end(visibleText());
    }
    /// ZeRO-2, "models of 175 billion parameters are too large for one GPU": 2.94 TiB.
    void tooLargeForOneGpu_data() { languages(); }
    void tooLargeForOneGpu()
    {
        begin();
        act([&] { QVERIFY(bench().chooseModel(QStringLiteral("gpt3-175b"))); });
        act([&] { QVERIFY(bench().chooseHardware(QStringLiteral("dgx-2-v100-32g"))); });
        act([&] { window().showPage("plan"); });
        QTRY_VERIFY_WITH_TIMEOUT(bench().evaluated().explained, 60'000);
        QVERIFY(!bench().evaluated().value->verdict.feasible());
        const QString shown = visibleText();
        QVERIFY2(shown.contains(QLatin1String("2.94")), qPrintable(shown.left(600)));
        end(shown);
    }
    /// PERSIA, "100 trillion parameters on Google Cloud", 1.91 million samples a second.
    void persiaHundredTrillion_data() { languages(); }
    void persiaHundredTrillion()
    {
        begin();
        act([&] { QVERIFY(bench().chooseModel(QStringLiteral("persia-100t"))); });
        act([&] { QVERIFY(bench().chooseHardware(QStringLiteral("zionex"))); });
        act([&] { window().showPage("recommender"); });
        QTRY_VERIFY_WITH_TIMEOUT(bench().study() && !bench().jobs().running(QStringLiteral("study")),
                                 120'000);
        const app::Operations& answer = bench().study()->operations;
        QCOMPARE(answer.cluster.name, std::string("persia-gcp-100t"));
        QVERIFY2(answer.persiaRate > 1.91e6 / 1.25 && answer.persiaRate < 1.91e6 * 1.25,
                 qPrintable(QString::number(answer.persiaRate)));
        end(visibleText());
    }
    /// PERSIA, "the embedding holds more than 99 % of the parameters".
    void embeddingShare_data() { languages(); }
    void embeddingShare()
    {
        begin();
        act([&] { QVERIFY(bench().chooseModel(QStringLiteral("persia-kwai"))); });
        act([&] { window().showPage("model"); });
        const core::Recommender& model = *bench().state().model->recommender();
        const double share =
            model.embeddingParameters() / (model.embeddingParameters() + model.denseParameters());
        QVERIFY(share > 0.99);
        const QString said = window().part<app::ModelPage>().said().join(QLatin1Char(' '));
        QVERIFY2(said.contains(QLatin1Char('2')), qPrintable(said)); // two trillion of them
        end(said);
    }

private:
    /// Begins where the window opens.
    void begin()
    {
        QFETCH(QString, language);
        m_language = language;
        m_actions = 0;
        window().setLanguage(language);
    }
    template <class Does>
    void act(Does does)
    {
        ++m_actions;
        does();
    }
    void end(const QString& read)
    {
        QVERIFY2(m_actions <= kMostActions, qPrintable(QString::number(m_actions)));
        QVERIFY2(isIn(read, m_language), qPrintable(read.left(400)));
    }
    /// Sets the devices as the control "Replicas r" does.
    void devices(std::int64_t count)
    {
        for (const app::PlanControlSection& section : app::planControlSections()) {
            for (const app::PlanControlRow& row : section.rows) {
                if (row.key != "/parallel/replica")
                    continue;
                app::PlanState next = state();
                app::choose(row, next, count);
                bench().edit(app::settled(std::move(next)), "edit");
            }
        }
    }
    QString visibleText()
    {
        QStringList words;
        for (const QLabel* label : window().findChildren<QLabel*>()) {
            if (label->isVisible())
                words << label->text();
        }
        return words.join(QLatin1Char('\n'));
    }
    QString m_language;
    int m_actions = 0;

    static void languages()
    {
        QTest::addColumn<QString>("language");
        for (const char* language : {"en", "ja"})
            QTest::newRow(language) << QString::fromLatin1(language);
    }
};

SHARDSCOPE_TEST(TstSeedQuestions)
#include "tst_seed_questions.moc"
