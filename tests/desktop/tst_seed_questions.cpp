// SPDX-License-Identifier: GPL-3.0-or-later
// Headlines of the four articles, asked in the window as a reader does: model, machine, devices, and the
// page, with everything else at its default, in both languages.
#include "app/desktop/pages/compare/compare_page.h"
#include "app/desktop/pages/compare/plan_vs_plan.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/widgets/several_box.h"
#include "app/session/plan/plan_strategies.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QComboBox>
#include <QLineEdit>
#include <QTest>

#include <algorithm>

using namespace shardscope;

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

private:
    static void languages()
    {
        QTest::addColumn<QString>("language");
        for (const char* language : {"en", "ja"})
            QTest::newRow(language) << QString::fromLatin1(language);
    }
};

SHARDSCOPE_TEST(TstSeedQuestions)
#include "tst_seed_questions.moc"
