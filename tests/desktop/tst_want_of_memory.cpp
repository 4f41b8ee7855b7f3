// SPDX-License-Identifier: GPL-3.0-or-later
// The window where memory is short: a message, and the rest goes on.
#include "tests/desktop/scarce_memory.h"
#include "tests/desktop/window_test.h"

#include "app/desktop/base/guarded_application.h"

#include <QMessageBox>
#include <QSignalSpy>

using namespace shardscope;
using tests::ScarceMemory;

class TstWantOfMemory : public tests::WindowTest {
    Q_OBJECT

    [[nodiscard]] QStringList messages()
    {
        QStringList texts;
        for (QMessageBox* const box : window().findChildren<QMessageBox*>()) {
            texts << box->text();
            box->close();
        }
        return texts;
    }
    [[nodiscard]] static QString trace()
    {
        return QString::fromStdString(tests::sourceFile("resources/samples/h200_dlrm.json.gz"));
    }

private slots:
    /// The job that opens a file finds no memory, at its beginning, in its midst, near its end.
    void opening_data()
    {
        QTest::addColumn<int>("most");
        for (const int most : {4 << 10, 64 << 10, 256 << 10})
            QTest::addRow("%d KiB", most >> 10) << most;
    }

    void opening()
    {
        QFETCH(int, most);
        open(QStringLiteral("gpt2"), QStringLiteral("dgx-h100"));
        {
            const ScarceMemory scarce(static_cast<std::size_t>(most));
            QSignalSpy failed(&bench(), &app::Workbench::failed);
            window().openFiles({trace()});
            QTRY_COMPARE(failed.size(), 1);
            QVERIFY(ScarceMemory::refused() > 0);
        }
        QCOMPARE(messages(), QStringList{QStringLiteral("There is not enough memory for this.")});
        QVERIFY(bench().run() == nullptr);
        // What was open is as it was, and can be edited.
        QVERIFY(state().model != nullptr);
        edit([](core::Plan& plan) { plan.axes.replica = 2; });
        QCOMPARE(plan().axes.replica, 2);
        // And with memory the same file opens.
        window().openFiles({trace()});
        QTRY_VERIFY(bench().run() != nullptr && bench().jobs().idle());
        QVERIFY(messages().isEmpty());
    }

    /// An event's handler finds none: the event is lost, the program is told once and goes on.
    void handling()
    {
        class Greedy final : public QObject {
        public:
            int handled = 0;
            bool event(QEvent* event) override
            {
                if (event->type() != QEvent::User)
                    return QObject::event(event);
                ++handled;
                const std::vector<char> much(1 << 20);
                return !much.empty();
            }
        };
        auto* const application = qobject_cast<app::GuardedApplication*>(QCoreApplication::instance());
        QVERIFY(application != nullptr);
        QSignalSpy told(application, &app::GuardedApplication::outOfMemory);
        Greedy greedy;
        {
            const ScarceMemory scarce(1 << 20, ScarceMemory::For::Everybody);
            for (int event = 0; event < 3; ++event)
                QCoreApplication::postEvent(&greedy, new QEvent(QEvent::User));
            QTRY_COMPARE(greedy.handled, 3);
            QTRY_COMPARE(told.size(), 1);
        }
        QCoreApplication::postEvent(&greedy, new QEvent(QEvent::User));
        QTRY_COMPARE(greedy.handled, 4);
        QCOMPARE(told.size(), 1);
    }
};

SHARDSCOPE_TEST(TstWantOfMemory)
#include "tst_want_of_memory.moc"
