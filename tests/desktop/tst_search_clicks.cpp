// SPDX-License-Identifier: GPL-3.0-or-later
// The architect's questions in the window, with a mouse and a keyboard: each takes less than five clicks.
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/widgets/several_box.h"
#include "app/desktop/widgets/table_view.h"
#include "app/desktop/workbench/known_prices.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

using namespace shardscope;

class TstSearchClicks : public tests::WindowTest {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid()); // what is remembered stays out of the user's settings
        QCoreApplication::setOrganizationName(QStringLiteral("ShardscopeTest"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    }
    void cleanupTestCase() { QCoreApplication::setOrganizationName({}); }

    void lessThanFive_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("machine");
        QTest::addColumn<QString>("least");
        QTest::addColumn<QStringList>("fields"); // name, text
        QTest::addColumn<QString>("command");
        QTest::newRow("Llama-3-70B and 64 H100: which layout?")
            << QString() << "llama-3-70b"
            << "dgx-h100" << QString() << QStringList{"Devices", "64"}
            << "shardscope-cli search llama-3-70b dgx-h100 --devices 64 --pareto time,memory";
        QTest::newRow("405B in 30 days: how many GB200, at what price?")
            << QString() << "llama-3.1-405b"
            << "gb200-nvl72"
            << "devices"
            << QStringList{"Tokens",   "15T",  "Price of a device and hour", "4",
                           "Deadline", "30 d", "Keys of the plan",           "sequence-length=8192"}
            << "shardscope-cli search llama-3.1-405b gb200-nvl72 --objective devices --pareto time,memory "
               "--tokens 15T --deadline '30 d' --price 4 --range sequence-length=8192";
        QTest::newRow("the largest model on our 16 V100 nodes?")
            << "How large can it be?"
            << "megatron-39.1b"
            << "dgx-2-v100-32g" << QString() << QStringList{"Devices", "256"}
            << "shardscope-cli search megatron-39.1b dgx-2-v100-32g --devices 256 --pareto time,memory "
               "--largest-model";
    }
    /// A list is chosen from with its first letters, a field is come to with Tab; what is clicked is counted.
    void lessThanFive()
    {
        QFETCH(const QString, question);
        QFETCH(const QString, model);
        QFETCH(const QString, machine);
        QFETCH(const QString, least);
        QFETCH(const QStringList, fields);
        QFETCH(const QString, command);
        m_clicks = 0;
        enterPage();
        if (!question.isEmpty())
            type(controls().question(), question);
        type(controls().model(), window().workbench().catalogTitle(model.toStdString()));
        tick(machine);
        if (!least.isEmpty())
            type(controls().objective(), least);
        for (qsizetype i = 0; i < fields.size(); i += 2)
            type(field(fields[i]), fields[i + 1]);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(page().searching());
        page().searchOrCancel(); // what is found, other tests say
        QSettings().clear();     // the next window knows no price
        QCOMPARE(QString::fromStdString(app::searchCommand(controls().request())), command);
        QVERIFY2(m_clicks < 5, QByteArray::number(m_clicks));
    }

    /// "What is the cheapest of these three machines for my config.json?": prices are said once.
    void theCheapestOfThree()
    {
        QFile file(m_folder.filePath("config.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 2048,
            "intermediate_size": 8192, "num_attention_heads": 32, "num_key_value_heads": 8,
            "num_hidden_layers": 16, "vocab_size": 128256, "max_position_embeddings": 4096,
            "hidden_act": "silu", "rms_norm_eps": 1e-5, "tie_word_embeddings": true})");
        file.close();
        QVERIFY(bench().chooseModel(file.fileName()));
        m_clicks = 0;
        enterPage();
        type(controls().question(), QStringLiteral("Which machine"));
        type(controls().devices(), QStringLiteral("8..16"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(!page().searching()); // asks for prices first
        QVERIFY2(page().verdict().contains(QStringLiteral("Price of a device and hour")),
                 qPrintable(page().verdict()));
        QCOMPARE(QApplication::focusWidget(), &controls().price());
        QTest::keyClicks(&controls().price(), QStringLiteral("dgx-h100=3, dgx-a100-80g=1.5, b200-sxm-8=5"));
        QTest::keyClick(&controls().price(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!page().searching(), 60'000);
        QVERIFY2(page().verdict().startsWith(QStringLiteral("Cheapest: ")), qPrintable(page().verdict()));
        QCOMPARE(page().machines().table()->rows.size(), std::size_t{3});
        QVERIFY2(m_clicks < 5, QByteArray::number(m_clicks));
    }

    /// What is ticked later has its price, also after a new start.
    void aPriceIsTypedOnce()
    {
        QSettings().clear();
        app::KnownPrices().learn(QStringLiteral("dgx-h100=3, dgx-a100-80g=1.5, odd=x"), {});
        app::KnownPrices().learn(QStringLiteral("5"), {QStringLiteral("b200-sxm-8")});
        const tests::OpenWindow next;
        QVERIFY(next.exposed());
        (*next).showPage("search");
        auto& column = *(*next).findChild<app::SearchControls*>();
        const std::vector<std::string> names = bench().catalog().hardwareNames();
        const auto a100 = std::find(names.begin(), names.end(), "dgx-a100-80g") - names.begin();
        column.machines().toggle(static_cast<int>(a100));
        QCOMPARE(column.price().text(), QStringLiteral("1.5"));
        column.machines().toggle(-1);
        QCOMPARE(column.price().text(), QString());
        column.question().setCurrentIndex(4); // the cheapest: of all that have a price
        QCOMPARE(column.price().text(), QStringLiteral("b200-sxm-8=5,dgx-a100-80g=1.5,dgx-h100=3"));
        const app::PlanSearchRequest request = column.request();
        QCOMPARE(request.hardware, std::string("b200-sxm-8,dgx-a100-80g,dgx-h100"));
        QCOMPARE(request.objective, std::string("cost"));
    }

private:
    [[nodiscard]] app::SearchPage& page() { return *window().findChild<app::SearchPage*>(); }
    [[nodiscard]] app::SearchControls& controls() { return page().controls(); }
    [[nodiscard]] QLineEdit& field(const QString& name)
    {
        for (QLineEdit* edit : controls().findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == name)
                return *edit;
        }
        qFatal("no field %s", qPrintable(name));
    }
    void click(QWidget& widget)
    {
        ++m_clicks;
        QTest::mouseClick(&widget, Qt::LeftButton);
    }
    void enterPage()
    {
        QApplication::setActiveWindow(&window());
        for (QToolButton* button : window().findChildren<QToolButton*>()) {
            if (button->text() == QStringLiteral("Search") && button->isCheckable())
                click(*button);
        }
        QCOMPARE(window().currentPage(), QStringLiteral("search"));
    }
    /// Comes to \p widget with Tab and types \p text.
    static void type(QWidget& widget, const QString& text)
    {
        for (int i = 0; i < 80 && !widget.hasFocus(); ++i) {
            QWidget* at = QApplication::focusWidget();
            QTest::keyClick(at ? at : widget.window(), Qt::Key_Tab);
        }
        QVERIFY2(widget.hasFocus(), qPrintable(widget.accessibleName()));
        auto* list = qobject_cast<QComboBox*>(&widget);
        if (list == nullptr || !text.contains(QLatin1Char(' '))) {
            QTest::keyClicks(&widget, text);
            return;
        }
        for (int i = 0; i < list->count() && !list->currentText().startsWith(text); ++i)
            QTest::keyClick(list, Qt::Key_Down); // a space would open it
        QVERIFY2(list->currentText().startsWith(text), qPrintable(text));
    }
    /// Opens the list of machines and ticks one: two clicks.
    void tick(const QString& machine)
    {
        app::SeveralBox& box = controls().machines();
        QTimer::singleShot(0, &box, [&] { // while the menu is open
            QMenu* menu = box.menu();
            for (QAction* action : menu->actions()) {
                if (action->text() != window().workbench().catalogTitle(machine.toStdString()))
                    continue;
                ++m_clicks;
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            }
            menu->close();
        });
        click(box);
        QApplication::setActiveWindow(&window()); // as a window manager does once the menu is gone
        QCOMPARE(box.ticked().size(), std::size_t{1});
    }

    QTemporaryDir m_folder;
    int m_clicks = 0;
};

SHARDSCOPE_TEST(TstSearchClicks)
#include "tst_search_clicks.moc"
