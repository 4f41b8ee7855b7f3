// SPDX-License-Identifier: GPL-3.0-or-later
// A study in the window: from Home to a decision and a memo on the disk in counted actions; scenarios stop,
// are taken back, and say why they cannot run. An action is a click, or something typed with its Enter.
#include "app/desktop/machine/what_if_bar.h"
#include "app/desktop/memo/memo.h"
#include "app/desktop/pages/home/home_page.h"
#include "app/desktop/pages/study/job_bar.h"
#include "app/desktop/pages/study/study_page.h"
#include "app/desktop/shell/omnibox.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/text/messages.h"
#include "core/storage/project_step.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <cmath>

using namespace shardscope;
using tests::called;

namespace {

constexpr int kPatienceMs = 240'000;

} // namespace

class TstStudyPage : public tests::WindowTest {
    Q_OBJECT
private slots:
    /// The question of several machines, from Home: the fields first, then where it could run; then the memo.
    void fromHomeToTheMemo()
    {
        m_actions = 0;
        app::HomePage& home = window().part<app::HomePage>();
        choose(home.model(), QStringLiteral("gpt2-xl"));
        type(*home.devices().lineEdit(), QStringLiteral("16"), false);
        click(called<QPushButton>(home, "Compare machines…"));
        QCOMPARE(window().currentPage(), QStringLiteral("study"));
        type(page().job().tokens(), QStringLiteral("30B"));
        type(page().job().deadline(), QStringLiteral("60"));
        type(page().words(), QStringLiteral("16 a100 at 2 USD; 16 h200; our cluster with half the network"));
        solved(4);
        QVERIFY2(m_actions <= 8, qPrintable(QString::number(m_actions)));
        QVERIFY(page().solved()->decision);
        QVERIFY2(page().decision().startsWith(QStringLiteral("Take ")), qPrintable(page().decision()));
        const QString said = tests::said(page());
        QVERIFY2(said.contains(QStringLiteral("It holds")), qPrintable(said)); // what would change it
        QVERIFY2(said.contains(QStringLiteral("% is taken as progress")), qPrintable(said)); // risks
        picture(QStringLiteral("study"));

        for (const int number : {0, 1})
            memoPicture(number);

        const int before = m_actions;
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("memo.pdf"));
        answerDialog(file); // the second action
        click(called<QPushButton>(page(), "Memo…"));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), 60'000);
        QCOMPARE(m_actions - before, 2);
        QFile memo(file);
        QVERIFY(memo.open(QIODevice::ReadOnly));
        const QByteArray bytes = memo.readAll();
        QVERIFY(bytes.startsWith("%PDF"));
        QCOMPARE(bytes.count("/Type /Page\n"), 2);
        QVERIFY(bytes.contains("/FontFile"));  // embedded
        QVERIFY(bytes.contains("/ToUnicode")); // text that can be searched
    }

    /// The whole question in one line of the omnibox.
    void aQuestionInWords()
    {
        const QString asked = QStringLiteral("gpt2-xl, 30B tokens, under 60 days: 16 h100 or 16 a100");
        const std::vector<app::Finding> found = window().find(asked);
        const auto study = std::ranges::find_if(
            found, [](const app::Finding& one) { return one.words.startsWith(QStringLiteral("Study ")); });
        QVERIFY(study != found.end());
        study->choose();
        QCOMPARE(window().currentPage(), QStringLiteral("study"));
        QCOMPARE(page().study().scenarios.size(), std::size_t{2});
        QCOMPARE(page().job().tokens().text(), QStringLiteral("30B"));
        solved(2);
        // A question about one machine is no study.
        for (const app::Finding& one : window().find(QStringLiteral("gpt2-xl on 16 h100, 30B tokens")))
            QVERIFY2(!one.words.startsWith(QStringLiteral("Study ")), qPrintable(one.words));
    }

    void stepsAreUndone()
    {
        window().showPage("study");
        type(page().words(), QStringLiteral("16 h100; 16 a100"));
        QCOMPARE(page().study().scenarios.size(), std::size_t{2});
        page().select("16 h100");
        click(called<QPushButton>(page(), "Take it out"));
        QCOMPARE(page().study().scenarios.size(), std::size_t{1});
        bench().undoStack().undo();
        QCOMPARE(page().study().scenarios.size(), std::size_t{2});
        bench().undoStack().undo();
        QVERIFY(page().study().scenarios.empty());
        bench().undoStack().redo();
        QCOMPARE(page().study().scenarios.size(), std::size_t{2});
        const app::Project& project = std::as_const(bench().undoStack()).project();
        QCOMPARE(project.itemsOf(core::ItemKind::Study).size(), std::size_t{1});
        // Its words come back into the line, and what is said there takes its place.
        page().select("16 h100");
        click(called<QPushButton>(page(), "Change its words"));
        QCOMPARE(page().words().text(), QStringLiteral("16 dgx-h100"));
        page().words().setText(QStringLiteral("32 h100 at 2.5 USD"));
        QTest::keyClick(&page().words(), Qt::Key_Return);
        QCOMPARE(page().study().scenarios.size(), std::size_t{2});
        QCOMPARE(page().study().scenarios.front().devices, std::string("32"));
    }

    void whatIsWrongIsSaidInPlace()
    {
        window().showPage("study");
        type(page().words(), QStringLiteral("16 h999"));
        QVERIFY2(tests::said(page()).contains(QStringLiteral("\"h999\"")), qPrintable(tests::said(page())));
        QVERIFY(page().study().scenarios.empty());
        type(page().words(), QStringLiteral("16 h100"));
        QVERIFY(!tests::said(page()).contains(QStringLiteral("h999")));
        type(page().job().tokens(), QStringLiteral("many"));
        QVERIFY2(tests::said(page()).contains(QStringLiteral("Tokens: ")), qPrintable(tests::said(page())));
        QCOMPARE(page().study().job.tokens, 0.0);
        QVERIFY(tests::said(page()).contains(QStringLiteral("how many tokens")));
    }

    /// One that cannot run says why beside those that can.
    void oneThatCannotRunSaysWhy()
    {
        app::JobStudy study;
        study.job.model = "llama-3-70b";
        study.job.tokens = 1e12;
        study.scenarios.resize(2);
        study.scenarios[0].name = "one node";
        study.scenarios[0].hardware = "dgx-h100";
        study.scenarios[0].devices = "2";
        study.scenarios[0].framework = "megatron";
        study.scenarios[1].name = "nowhere";
        study.scenarios[1].hardware = "dgx-h100";
        study.scenarios[1].devices = "64";
        study.scenarios[1].framework = "no-such-framework";
        window().showPage("study");
        page().take(study);
        QTRY_VERIFY_WITH_TIMEOUT(
            page().solved() && page().solved()->scenarios.size() == 2 && !page().solving(), kPatienceMs);
        const QString said = tests::said(page());
        QVERIFY2(said.contains(QStringLiteral("No scenario can run this job.")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("one node does not hold the model")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("nowhere: ")), qPrintable(said));
    }

    /// The recording that is open, as a scenario: its machine and its ranks.
    void theOpenRunIsAScenario()
    {
        const auto before = bench().run();
        window().openFiles({QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/lessons/ddp4_straggler")});
        QTRY_VERIFY_WITH_TIMEOUT(bench().run() && bench().run() != before && !bench().run()->partial,
                                 kPatienceMs);
        window().showPage("study");
        QTRY_VERIFY(called<QPushButton>(page(), "The open run").isEnabled());
        click(called<QPushButton>(page(), "The open run"));
        QTRY_COMPARE_WITH_TIMEOUT(page().study().scenarios.size(), std::size_t{1}, kPatienceMs);
        const app::StudyScenario& own = page().study().scenarios.front();
        QCOMPARE(own.hardware, std::string("dgx-h200"));
        QCOMPARE(own.devices, std::string("4"));
        bench().undoStack().undo();
        QVERIFY(page().study().scenarios.empty());
    }

    /// Stopped while it works, it says so; what is asked again is solved.
    void stoppedAndGoneOnWith()
    {
        window().showPage("study");
        type(page().job().tokens(), QStringLiteral("15T"));
        type(page().words(), QStringLiteral("512 h100; 512 mi300x"));
        QVERIFY(page().solving());
        click(called<QPushButton>(page(), "Stop"));
        QTRY_VERIFY(!page().solving());
        QVERIFY2(tests::said(page()).contains(QStringLiteral("Stopped")), qPrintable(tests::said(page())));
        click(called<QPushButton>(page(), "Solve the rest"));
        QVERIFY(page().solving());
        click(called<QPushButton>(page(), "Stop"));
        QTRY_VERIFY(!page().solving());
    }

    /// Journey: the price at which another machine is taken; tried with a slider it is, and nothing is
    /// searched.
    void theBreakEvenPrice()
    {
        window().showPage("study");
        type(page().job().tokens(), QStringLiteral("30B"));
        page().take(priced());
        solved(2);
        const app::SolvedStudy study = *page().solved();
        const auto price = std::ranges::find(study.breakEven, std::string("price"), &app::BreakEven::what);
        QVERIFY(price != study.breakEven.end());
        QVERIFY2(tests::said(page()).contains(app::breakEvenSentence(*price)),
                 qPrintable(tests::said(page())));
        const std::size_t taken = *study.decision;
        // Another price of the one that is taken is another count of the same plan: no scenario is solved.
        QStringList begun;
        const auto watch = connect(&bench().jobs(), &app::Jobs::started, this,
                                   [&](const QString& slot, const QString&) { begun << slot; });
        app::JobStudy dearer = page().study();
        dearer.scenarios[taken].price = 100 * *dearer.scenarios[taken].price;
        page().take(dearer);
        solved(2);
        disconnect(watch);
        for (const QString& slot : begun)
            QVERIFY2(!slot.startsWith(QLatin1String("study/")), qPrintable(slot));
        QVERIFY(*page().solved()->decision != taken);
        QCOMPARE(page().solved()->scenarios[taken].seconds.likely, study.scenarios[taken].seconds.likely);
        page().take({});
    }

    /// Sliders answer in place, with the plans as they are; what is kept is searched.
    void slidersAnswerInPlace()
    {
        window().showPage("study");
        page().take(priced());
        solved(2);
        const double cost = page().solved()->scenarios[0].cost->likely;
        QSlider* price = page().whatIf().slider(QStringLiteral("price"));
        QVERIFY(price != nullptr && price->isVisible());
        price->setValue(price->maximum());
        QTRY_VERIFY_WITH_TIMEOUT(page().moved() != nullptr, kPatienceMs);
        QVERIFY(std::abs(page().moved()->scenarios[0].cost->likely / cost - 4) < 1e-9);
        QVERIFY(tests::said(page()).contains(QStringLiteral("What if: ")));
        picture(QStringLiteral("study_what_if"));
        called<QPushButton>(page(), "As it is").click();
        QVERIFY(!page().moved());
        page().whatIf().slider(QStringLiteral("failures"))->setValue(4);
        QTRY_VERIFY_WITH_TIMEOUT(page().moved() != nullptr, kPatienceMs);
        called<QPushButton>(page(), "Search with it").click();
        QVERIFY(page().study().scenarios[0].failures.perThousandNodeDays);
        bench().undoStack().undo();
        QVERIFY(!page().study().scenarios[0].failures.perThousandNodeDays);
        page().take({});
    }

    void theTableIsFilteredAndGrouped()
    {
        window().showPage("study");
        page().take(priced());
        solved(2);
        QCOMPARE(page().table().table()->rows.size(), std::size_t{2});
        page().filter().setText(QStringLiteral("a100"));
        QCOMPARE(page().table().table()->rows.size(), std::size_t{1});
        page().filter().setText(QStringLiteral("cost < 1"));
        QCOMPARE(page().table().table()->rows.size(), std::size_t{0});
        page().filter().clear();
        page().group().setCurrentIndex(1);
        emit page().group().activated(1);
        QCOMPARE(page().table().table()->columns.front().key, std::string("machine"));
        type(page().job().carbon(), QStringLiteral("57"));
        solved(2);
        QVERIFY(page().solved()->scenarios[0].carbon);
        page().take({});
    }

    /// Journey: the memo in Japanese.
    void theMemoInJapanese()
    {
        window().showPage("study");
        page().take(priced());
        solved(2);
        window().setLanguage(QStringLiteral("ja"));
        const QTemporaryDir folder;
        for (const char* name : {"memo.html", "memo.pdf"}) {
            const QString file = folder.filePath(QString::fromLatin1(name));
            page().writeMemoTo(file);
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file) && bench().jobs().idle(), 60'000);
        }
        QFile html(folder.filePath(QStringLiteral("memo.html")));
        QVERIFY(html.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(html.readAll());
        QVERIFY(text.contains(QStringLiteral("lang=\"ja\"")));
        QVERIFY2(text.contains(app::decisionSentences(*page().solved()).front().left(8)),
                 qPrintable(text.left(2000)));
        QVERIFY(!text.contains(QStringLiteral("Take ")));
        QFile pdf(folder.filePath(QStringLiteral("memo.pdf")));
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QCOMPARE(pdf.readAll().count("/Type /Page\n"), 2);
        window().setLanguage(QStringLiteral("en"));
        page().take({});
    }

    void filesAreOpenedAndSaved()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("study.json"));
        window().showPage("study");
        type(page().words(), QStringLiteral("16 h100 at 2.5 USD with half the network; 8..32 a100"));
        page().saveAs(file);
        QTRY_VERIFY(QFile::exists(file));
        QTRY_VERIFY(bench().jobs().idle());
        type(page().job().tokens(), QStringLiteral("3B"));
        page().saveAs(file);
        QTRY_VERIFY(bench().jobs().idle() && app::readStudy(file.toStdString()).ok());
        window().showPage("home");
        window().openFiles({file});
        QCOMPARE(window().currentPage(), QStringLiteral("study"));
        QCOMPARE(page().study().scenarios.size(), std::size_t{2});
        QCOMPARE(page().study().scenarios[0].changes.network, 0.5);
        QCOMPARE(page().job().tokens().text(), QStringLiteral("3B"));
        page().take({});
    }

private:
    /// Two machines with prices, solved in a moment.
    static app::JobStudy priced()
    {
        app::JobStudy study;
        study.job.model = "gpt2-xl";
        study.job.tokens = 3e10;
        study.scenarios.resize(2);
        for (const std::size_t at : {0, 1}) {
            study.scenarios[at].name = at == 0 ? "16 H100" : "16 A100";
            study.scenarios[at].hardware = at == 0 ? "dgx-h100" : "dgx-a100-80g";
            study.scenarios[at].devices = "16";
            study.scenarios[at].price = at == 0 ? 2.5 : 1.5;
        }
        return study;
    }
    [[nodiscard]] app::StudyPage& page() { return window().part<app::StudyPage>(); }
    void solved(std::size_t scenarios)
    {
        QTRY_VERIFY_WITH_TIMEOUT(page().solved() && page().solved()->scenarios.size() == scenarios &&
                                     !page().solving(),
                                 kPatienceMs);
    }
    void click(QPushButton& button)
    {
        ++m_actions;
        QVERIFY2(button.isVisible() && button.isEnabled(), qPrintable(button.text()));
        QTest::mouseClick(&button, Qt::LeftButton);
    }
    void choose(QComboBox& box, const QString& name)
    {
        ++m_actions;
        const int at = box.findData(name);
        QVERIFY2(at >= 0, qPrintable(name));
        box.setCurrentIndex(at);
        emit box.activated(at);
    }
    void type(QLineEdit& line, const QString& text, bool enter = true)
    {
        ++m_actions;
        line.setFocus();
        line.selectAll();
        QTest::keyClicks(&line, text);
        if (enter)
            QTest::keyClick(&line, Qt::Key_Return);
    }
    /// The dialog that will be asked for a file gets \p file.
    void answerDialog(const QString& file)
    {
        ++m_actions;
        QTimer::singleShot(0, qApp, [file] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->selectFile(file);
            QMetaObject::invokeMethod(dialog, "accept");
        });
    }
    /// The memo's page has something at its head and at its foot, and lies in the folder of pictures.
    void memoPicture(int number)
    {
        constexpr int kWidth = 1588; // twice what a screen has
        QImage image(kWidth, kWidth * 297 / 210, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        app::memoPage(page().solved(), number)(painter, kWidth, app::theme(app::Scheme::Print));
        painter.end();
        for (const int from : {0, image.height() * 9 / 10}) {
            int ink = 0;
            for (int y = from; y < from + image.height() / 10; ++y) {
                for (int x = 0; x < kWidth; ++x)
                    ink += image.pixel(x, y) != qRgb(255, 255, 255) ? 1 : 0;
            }
            QVERIFY2(ink > 500, qPrintable(QStringLiteral("page %1 from %2").arg(number).arg(from)));
        }
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
            image.save(QStringLiteral("%1/memo_%2.png").arg(folder).arg(number + 1));
    }
    void picture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("SHARDSCOPE_TEST_PICTURES"); !folder.isEmpty())
            window().grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
    }

    int m_actions = 0;
};

SHARDSCOPE_TEST(TstStudyPage)
#include "tst_study_page.moc"
