// SPDX-License-Identifier: GPL-3.0-or-later
// Where something is not known or out of bounds: what there is, what is taken in its place, what to enter.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QTest>

using namespace shardscope::tests;

class TstWhatToEnter : public QObject {
    Q_OBJECT
private slots:
    void calibrationsAreListed()
    {
        const Answer unknown = runCli({"plan", "llama-3.1-8b", "dgx-h100", "--calibration", "nonsense"});
        QVERIFY2(unknown.isOneLineError(), unknown.text().constData());
        const Answer text = runCli({"hardware", "dgx-h100"});
        const QJsonArray all = runCli({"hardware", "dgx-h100", "--json"}).json()["calibrations"].toArray();
        QVERIFY(all.size() > 2);
        for (const auto& one : all) {
            const QByteArray name = one.toObject()["name"].toString().toUtf8();
            QVERIFY2(unknown.err.contains(name), unknown.err.constData());
            QVERIFY2(text.out.contains(name), name.constData());
            QVERIFY(!one.toObject()["range"].toObject().isEmpty());
        }
        QVERIFY(text.out.contains("Range of the runs"));
        QVERIFY(!runCli({"hardware", "tpu-v6e"}).out.contains("Range of the runs")); // none was fitted
    }

    void pricesAndPower()
    {
        const QStringList plan{"plan", "llama-3.1-8b", "tpu-v5p", "-t", "4"};
        const Answer bare = runCli(plan);
        QVERIFY2(bare.out.contains("Energy: no power of tpu-v5p is known: enter it with --power"), bare.out);
        QVERIFY2(bare.out.contains("Cost: no price of tpu-v5p is known: enter it with --price"), bare.out);
        const Answer said = runCli(plan + QStringList{"--price", "3", "--power", "500"});
        QVERIFY(!said.out.contains("is known"));
        const QJsonObject cost =
            runCli(plan + QStringList{"--price", "3", "--power", "500", "--json"}).json();
        const double step = cost["step"].toObject()["seconds"].toDouble();
        QVERIFY(near(cost["cost"].toObject()["energy_joules_per_step"].toDouble(), 4 * 500 * step, 1e-12));
        // A machine with a price of its own keeps it beside one that is said; a stranger's name is refused.
        const QStringList search{"search", "gpt2",   "gb300-nvl72,gb200-nvl72", "--devices", "4", "--top",
                                 "1",      "--price"};
        const Answer some = runCli(search + QStringList{"gb300-nvl72=2.95"});
        QVERIFY2(some.exitCode == 0, some.text().constData());
        const Answer none = runCli(search + QStringList{"gb200-nvl72=2.95"});
        QVERIFY2(none.isOneLineError() && none.err.contains("no price of gb300-nvl72"),
                 none.text().constData());
        QVERIFY(runCli(search + QStringList{"gb300-nvl72=1,foo=2"}).isOneLineError());
        const Answer count = runCli({"search", "gpt2", "dgx-h100", "--devices", "4", "--price", "1,2"});
        QVERIFY2(count.err.contains("2 numbers are said for dgx-h100"), count.text().constData());
    }

    void boundsAreSaid()
    {
        for (const auto& [option, value] : {std::pair{"--kept-layers", "100000"},
                                            {"--offloaded-layers", "33"},
                                            {"--recompute-layers", "33"}}) {
            const Answer answer =
                runCli({"plan", "llama-3.1-8b", "dgx-h100", "--zero-stage", "3", "-r", "8", option, value});
            QVERIFY2(answer.isOneLineError() && answer.err.contains("to 32"), answer.text().constData());
        }
        QVERIFY(runCli({"search", "gpt2", "dgx-h100", "--devices", "-1"}).err.contains("10^18"));
        const Answer top = runCli({"search", "gpt2", "dgx-h100", "--devices", "4", "--top", "1000000"});
        QVERIFY2(top.isOneLineError() && top.err.contains("1 to 10000"), top.text().constData());
    }

    void formatsAndReasons()
    {
        const QStringList plan{"plan", "llama-3.1-8b", "dgx-h100", "--compute"};
        QVERIFY(
            runCli(plan + QStringList{"mxfp8"}).out.contains("names no peak for it, that of fp8 is taken"));
        QVERIFY(!runCli(plan + QStringList{"fp8"}).out.contains("names no peak"));
        const Answer why = runCli({"plan", "llama-3.1-8b", "dgx-h100", "--explain", "step.forward"});
        QVERIFY(why.out.contains("[assumed: "));
        QVERIFY2(!why.out.contains("[assumed: assumed"), why.out.constData());
    }

    /// If closed forms stand alone the answer says how far they may be off; if nobody measured such plans, it
    /// says that.
    void closedFormsSayHowFarOff()
    {
        const QStringList plan{"plan", "gpt2-xl", "dgx-2-v100-32g", "-r", "16", "--zero-stage", "2"};
        const Answer alone = runCli(plan + QStringList{"--micro-batch", "8"});
        QVERIFY2(alone.out.contains("was never measured on such plans"), alone.out);
        QVERIFY2(!alone.out.contains("nine of ten"), alone.out);
        const QJsonObject verdict =
            runCli(plan + QStringList{"--micro-batch", "8", "--json"}).json()["verdict"].toObject();
        QCOMPARE(verdict["known_by"].toString(), "closed_form");
        QVERIFY(verdict.contains("closed_form_error") && verdict["closed_form_error"].isNull());
        const QStringList traced = plan + QStringList{"--micro-batch", "8", "--implementation", "deepspeed"};
        const QJsonObject known = runCli(traced + QStringList{"--json"}).json()["verdict"].toObject();
        QCOMPARE(known["known_by"].toString(), "trace");
        QVERIFY(known["closed_form_error"].toDouble() > 0); // measured on plans that are traced
        // Beside a trace they stand, also where the plan does not fit.
        const Answer both = runCli(traced);
        QVERIFY2(both.out.contains("Does not fit") && both.out.contains("closed forms say"),
                 both.out.constData());
    }
};

SHARDSCOPE_TEST(TstWhatToEnter)
#include "tst_what_to_enter.moc"
