// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of other tools, and what their files say beyond a plan.
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/widgets/table_view.h"
#include "app/desktop/window/exchange/import_dialog.h"
#include "app/desktop/window/exchange/launch_dialog.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
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
    /// Each file of the plan is seen, or why there is none; what is saved is what a shell gives.
    void launchFilesAreSeenAndSaved()
    {
        bench().chooseModel(QStringLiteral("llama-3.1-8b"));
        bench().chooseHardware(QStringLiteral("dgx-h100"));
        QTRY_VERIFY(bench().evaluated().value);
        QVERIFY(window().act(QStringLiteral("plan.launch")));
        auto* dialog = window().findChild<app::LaunchDialog*>();
        QVERIFY(dialog);
        const QTemporaryDir folder;
        const app::PlanResult planned{*state().model, *state().hardware, *bench().evaluated().value};
        int written = 0;
        for (int row = 0; row < dialog->kinds().count(); ++row) {
            dialog->kinds().setCurrentRow(row);
            const auto exported = app::exportPlan(app::planExports()[static_cast<std::size_t>(row)], planned);
            QCOMPARE(dialog->canSave(), exported.ok());
            QVERIFY(!dialog->message().text().isEmpty());
            if (!exported.ok()) {
                QVERIFY(dialog->preview().toPlainText().isEmpty());
                continue;
            }
            for (const app::ExportedFile& file : exported->files)
                QVERIFY(
                    dialog->preview().toPlainText().contains(QString::fromStdString(file.text).trimmed()));
            const QString out = folder.filePath(QString::number(row));
            QVERIFY(dialog->write(out).ok());
            for (const auto& [path, text] : app::exportedPaths(*exported, out.toStdString())) {
                QFile file(QString::fromStdString(path.string()));
                QVERIFY(file.open(QIODevice::ReadOnly));
                QCOMPARE(file.readAll(), QByteArray::fromStdString(text));
                ++written;
            }
        }
        QVERIFY(written >= 6);
        dialog->kinds().setCurrentRow(0); // a picture to look at
        QDir().mkpath(QStringLiteral(SHARDSCOPE_BINARY_DIR "/journeys"));
        QVERIFY(dialog->grab().save(QStringLiteral(SHARDSCOPE_BINARY_DIR "/journeys/launchFiles.png")));
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
