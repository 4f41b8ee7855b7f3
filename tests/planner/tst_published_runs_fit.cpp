// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of ZeRO's authors on V100s of 32 GB fit here as they did there (arXiv:1910.02054, SC20 version,
// artifact appendix, Tables 1 and 2), and the largest of them fills the device to the last gibibyte. No
// factor on our peaks could therefore explain why other published sizes and batches stop earlier.
#include "planner/planner.h"
#include "tests/planner/shipped.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

class TstPublishedRunsFit : public QObject {
    Q_OBJECT
private slots:
    void runsFit_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("replica");
        QTest::addColumn<int>("batch");
        QTest::addColumn<double>("least"); // GiB that the allocator is to hold
        const auto row = [](const char* name, const char* model, int tensor, int replica, int batch,
                            double least) {
            QTest::addRow("%s %s", model, name) << tensor << replica << batch << least;
        };
        row("on 400", "zero-40b", 4, 100, 12, 26);
        row("on 64", "zero-60b", 16, 4, 16, 25);
        row("on 128", "zero-60b", 16, 8, 48, 24);
        row("on 256", "zero-60b", 16, 16, 48, 21);
        row("on 400", "zero-60b", 16, 25, 64, 23);
        row("on 400", "zero-100b", 16, 25, 32, 24);
        row("on 400", "zero-170b", 16, 25, 12, 30.5);
    }
    void runsFit()
    {
        QFETCH(int, tensor);
        QFETCH(int, replica);
        QFETCH(int, batch);
        QFETCH(double, least);
        const std::string name = QTest::currentDataTag();
        const core::ModelSpec spec = model(name.substr(0, name.find(' ')));
        const core::Plan plan = planOf(spec, {{"tensor", std::to_string(tensor)},
                                              {"replica", std::to_string(replica)},
                                              {"micro-batch", std::to_string(batch)},
                                              {"zero-stage", "2"},
                                              {"recompute", "full"},
                                              {"precision-weights", "fp16"},
                                              {"precision-gradients", "fp16"},
                                              {"optimizer-state", "fp32"},
                                              {"implementation", "deepspeed"},
                                              {"partitioned-activations", "true"}});
        const auto evaluation = evaluate(spec, hardware("dgx-2-v100-32g"), plan, Detail::Plain);
        QVERIFY(evaluation.ok());
        QVERIFY(evaluation->verdict.feasible());
        const double held = evaluation->figures.at("peak_reserved_bytes") / (1024.0 * 1024 * 1024);
        QVERIFY2(held >= least && held <= 31.7, qPrintable(QString::number(held)));
    }
};

SHARDSCOPE_TEST(TstPublishedRunsFit)
#include "tst_published_runs_fit.moc"
