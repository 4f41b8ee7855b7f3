// SPDX-License-Identifier: GPL-3.0-or-later
// Every page of the window, visited with a model of each kind open, on machines of each kind: it shows
// something or says why not, and nothing ends the program or is lost by a fault of its own.
#include "app/desktop/pages/ask/ask_page.h"
#include "app/desktop/pages/page.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/pages/search/search_page.h"
#include "tests/desktop/window_test.h"
#include "tests/support/onnx_file.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;

class TstEveryModel : public tests::WindowTest {
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    void everyPageWithEveryKindOfModel_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("hardware");
        QTest::newRow("a transformer") << "gpt2"
                                       << "dgx-h100";
        QTest::newRow("experts") << "gpt-oss-20b"
                                 << "gb200-nvl72";
        QTest::newRow("a hybrid") << "nemotron-3-nano-30b-a3b"
                                  << "dgx-h200";
        QTest::newRow("an encoder and a decoder") << "t5-11b"
                                                  << "dgx-a100-80g";
        QTest::newRow("on IPUs") << "bert-large"
                                 << "ipu-pod16";
        QTest::newRow("images") << "resnet-50"
                                << "dgx-h100";
        QTest::newRow("images on IPUs") << "resnet-50"
                                        << "ipu-pod16";
        QTest::newRow("tokens, layer by layer") << "vit-base-16"
                                                << "l40s-8";
        QTest::newRow("speech") << "conformer-medium"
                                << "mi300x-8";
        QTest::newRow("a graph") << "gcn-ogbn-arxiv"
                                 << "dgx-1-v100-16g";
        QTest::newRow("tables") << "dlrm-v2-mlperf"
                                << "zionex";
        QTest::newRow("tables of PERSIA") << "persia-avazu"
                                          << "dgx-a100-80g";
        QTest::newRow("parameters alone")
            << written("count.json", R"({"kind": "parameters", "parameters": 7500000000})") << "tpu-v5p";
        QTest::newRow("ONNX") << written("net.onnx", tests::onnx::perceptron()) << "dgx-h100";
    }
    void everyPageWithEveryKindOfModel()
    {
        QFETCH(QString, model);
        QFETCH(QString, hardware);
        QSignalSpy broke(&bench().jobs(), &app::Jobs::broke);
        open(model, hardware);
        for (const app::PageRow& row : app::pageTable()) {
            window().showPage(row.key);
            QCOMPARE(window().currentPage(), QString::fromUtf8(row.key));
            QTest::qWait(1);
            QVERIFY2(!window().grab().isNull(), row.key);
        }
        window().showPage("ask");
        auto& asked = window().part<app::AskPage>();
        QTRY_VERIFY_WITH_TIMEOUT(!asked.asking(), 60000);
        window().showPage("search");
        auto& search = window().part<app::SearchPage>();
        search.controls().devices().setText(QStringLiteral("2"));
        search.controls().globalBatch().setText(QStringLiteral("8"));
        search.searchOrCancel();
        QTRY_VERIFY_WITH_TIMEOUT(bench().jobs().idle(), 60000);
        QVERIFY2(!search.verdict().isEmpty(), qPrintable(model));
        QVERIFY2(!search.verdict().contains(QStringLiteral("fault of Shardscope")),
                 qPrintable(search.verdict()));
        QVERIFY(broke.isEmpty());
    }

private:
    QString written(const char* name, const std::string& text)
    {
        QFile file(m_folder.filePath(QString::fromUtf8(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0)
            qFatal("not written");
        return file.fileName();
    }
};

SHARDSCOPE_TEST(TstEveryModel)
#include "tst_every_model.moc"
