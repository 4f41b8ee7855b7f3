// SPDX-License-Identifier: GPL-3.0-or-later
// `analyze --kernels FILE`: a user's rules come before ours, and a mistake in them is told with its place.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope::tests;

class TstKernelRules : public QObject {
    Q_OBJECT
private slots:
    void init() { QVERIFY(m_folder.isValid()); }

    /// The kernels k0 to k4 of that trace are known to nobody, until a user says what they are.
    void usersRulesMakeKernelsKnown()
    {
        const Answer ours = runCli({"analyze", trace(), "--json"});
        QVERIFY2(ours.exitCode == 0, ours.text());
        QCOMPARE(shareOf(ours), 1.0);
        QVERIFY2(ours.out.contains("k0; k1; k2"), ours.text());
        const Answer theirs = runCli({"analyze", trace(), "--json", "--kernels",
                                      rules(R"({"names": [{"match": "k[0-9]", "class": "product"}]})")});
        QVERIFY2(theirs.exitCode == 0, theirs.text());
        QCOMPARE(shareOf(theirs), 0.0);
    }

    /// A named analysis obeys users' rules, too: what communicates by them is no computing.
    void usersRulesReachAnalyses()
    {
        const QString file =
            rules(R"({"names": [{"match": "k0", "role": "communicate", "collective": "all_gather"}]})");
        const Answer said = runCli({"analyze", "kernel_breakdown", trace(), "--json", "--kernels", file});
        QVERIFY2(said.exitCode == 0, said.text());
        QVERIFY2(said.out.contains("communication"), said.text());
        const Answer ours = runCli({"analyze", "kernel_breakdown", trace(), "--json"});
        QVERIFY2(!ours.out.contains(R"("communication")"), ours.text());
    }

    void mistakesAreTold()
    {
        const QString file = rules(R"({"names": [{"match": "a", "class": "prodct"}]})");
        const Answer said = runCli({"analyze", trace(), "--kernels", file});
        QVERIFY2(said.isOneLineError(), said.text());
        QVERIFY2(said.err.contains("mine.json") && said.err.contains("/names/0/class") &&
                     said.err.contains("product"),
                 said.text());
        const Answer gone = runCli({"analyze", trace(), "--kernels", m_folder.filePath("gone.json")});
        QVERIFY2(gone.isOneLineError() && gone.err.contains("gone.json"), gone.text());
    }

private:
    [[nodiscard]] static QString trace() { return sourceFile("tests/data/field/graph_50_kernels.json.gz"); }
    [[nodiscard]] static double shareOf(const Answer& said)
    {
        return said.json()["coverage"]["unknown_kernels_share"].toDouble(-1);
    }
    [[nodiscard]] QString rules(const char* text) const
    {
        QFile file(m_folder.filePath("mine.json"));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return file.fileName();
    }

    QTemporaryDir m_folder;
};

SHARDSCOPE_TEST(TstKernelRules)
#include "tst_kernel_rules.moc"
