// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of other tools, and what their files say beyond a plan.
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/widgets/table_view.h"
#include "app/desktop/window/import_dialog.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <algorithm>

using namespace shardscope;

class TstPlanImport : public tests::WindowTest {
    Q_OBJECT
private slots:
    void anotherToolsPlanIsReported()
    {
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write("--num-layers 24 --hidden-size 2304 --num-attention-heads 24 --seq-length 2048 "
                   "--max-position-embeddings 2048 --vocab-size 51200 --tensor-model-parallel-size 2 "
                   "--pipeline-model-parallel-size 2 --micro-batch-size 4 --global-batch-size 64 --bf16 "
                   "--lr 1e-4 --tokenizer-type GPT2BPETokenizer\n");
        file.close();
        bench().chooseHardware(QStringLiteral("dgx-a100-80g"));
        window().openFiles({file.fileName()});
        auto* dialog = window().findChild<app::ImportDialog*>();
        QVERIFY(dialog);
        const core::Table& ignored = *dialog->ignored().table();
        QCOMPARE(ignored.rows.size(), std::size_t{2});
        QVERIFY(std::get<std::string>(ignored.rows[0][0]).find("lr") != std::string::npos);
        dialog->devices().setValue(6); // four devices to a replica
        QVERIFY(!dialog->imported());
        QVERIFY(!tests::refused(*dialog).isEmpty());
        dialog->devices().setValue(16);
        QVERIFY(dialog->imported() && tests::refused(*dialog).isEmpty());
        const int edits = bench().undoStack().count();
        dialog->accept();
        QCOMPARE(plan().axes.tensor, 2);
        QCOMPARE(plan().axes.pipeline, 2);
        QCOMPARE(plan().axes.replica, 4);
        QCOMPARE(state().model->transformer()->layers, 24);
        QCOMPARE(bench().undoStack().count(), edits + 1);
        QVERIFY(bench().evaluated().value);
    }
    void keysAConfigDoesNotNeedAreNamed()
    {
        QTemporaryFile file(QDir::tempPath() + QStringLiteral("/XXXXXX.json"));
        const QSignalSpy failed(&bench(), &app::Workbench::failed);
        QVERIFY(file.open());
        QFile config(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/models/gpt2.json"));
        QVERIFY(config.open(QIODevice::ReadOnly));
        QByteArray text = config.readAll();
        file.write(text.replace(text.indexOf('{'), 1, R"({"summary_type": "cls_index",)"));
        file.close();
        window().openFiles({file.fileName()});
        QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : qPrintable(failed[0][0].toString()));
        QVERIFY(state().model);
        const auto& ignored = state().model->ignoredKeys;
        QVERIFY(std::find(ignored.begin(), ignored.end(), "summary_type") != ignored.end());
        const auto labels = window().findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(QLatin1String("not needed: ")) &&
                   label->text().contains(QLatin1String("summary_type"));
        }));
    }
};

SHARDSCOPE_TEST(TstPlanImport)
#include "tst_plan_import.moc"
