// SPDX-License-Identifier: GPL-3.0-or-later
// validate: every case is a row, errors are fractions, exit 1 where a row is out of its tolerance.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace shardscope::tests;

namespace {

QByteArray zeroCase(const char* id, double measured, const char* tolerance = R"(, "tolerance": 0.01)",
                    const char* key = "model_state_bytes")
{
    // 16 bytes a parameter: fp16 weights and gradients, fp32 master weights and two Adam moments
    // (arXiv:1910.02054, section 3.1).
    return QString(
               R"({"id": "%1", "group": "g", "model": {"kind": "parameters", "parameters": 1000000000}, "hardware": "dgx-2-v100-32g",
        "plan": {"precision": {"weights": "fp16", "gradients": "fp16", "master": "fp32", "optimizer_state": "fp32"}, "optimizer": "adam"},
        "measured": {"%4": %2}%3})")
        .arg(id)
        .arg(measured)
        .arg(tolerance, key)
        .simplified()
        .toUtf8();
}

} // namespace

class TstValidate : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    QString written(const QByteArray& content)
    {
        QFile file(m_folder.filePath("cases.jsonl"));
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            file.write(content);
        return file.fileName();
    }

private slots:
    void builtInCasesPass()
    {
        const Answer answer = runCli({"validate", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        int zero = 0;
        for (const QJsonValue row : answer.json()["rows"].toArray())
            zero += row["group"] == "zero-table-1" && !row["predicted"].isNull() ? 1 : 0;
        QCOMPARE(zero, 54); // six device counts, three sizes, three stages
    }

    void publishedZeroTablePasses()
    {
        const QString file = sharedFile("validation/zero-paper-table1.jsonl");
        if (file.isEmpty())
            QSKIP("the shared cases are not here");
        const Answer answer = runCli({"validate", file, "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        QCOMPARE(answer.json()["rows"].toArray().size(), 44);
    }

    void rowsAndGroups()
    {
        const Answer answer = runCli(
            {"validate", written(zeroCase("a", 16e9) + "\n\n" + zeroCase("b", 15.9e9) + "\n"), "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonArray rows = answer.json()["rows"].toArray();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0]["predicted"].toDouble(), 16e9);
        QCOMPARE(rows[0]["error"].toDouble(), 0.0);
        QVERIFY(near(rows[1]["error"].toDouble(), 16.0 / 15.9 - 1, 1e-9));
        QCOMPARE(rows[0]["regime"].toString(), QString("specification"));
        const QJsonObject group = answer.json()["groups"].toArray().first().toObject();
        QCOMPARE(group["count"].toInt(), 2);
        QVERIFY(near(group["mape"].toDouble(), (16.0 / 15.9 - 1) / 2, 1e-9));
        QVERIFY(near(group["worst"].toDouble(), 16.0 / 15.9 - 1, 1e-9));
    }

    void outOfToleranceIsANo()
    {
        QCOMPARE(runCli({"validate", written(zeroCase("a", 12e9))}).exitCode, 1);
        QCOMPARE(runCli({"validate", written(zeroCase("a", 12e9, ""))}).exitCode,
                 0); // no tolerance, no failure
        QCOMPARE(runCli({"validate", written("[" + zeroCase("a", 16e9) + "]")}).exitCode, 0);
    }

    void whatCannotBeEvaluatedIsARow()
    {
        const Answer unknown =
            runCli({"validate", written(zeroCase("a", 1, "", "unheard_of_bytes")), "--json"});
        QCOMPARE(unknown.exitCode, 0);
        const QJsonObject row = unknown.json()["rows"].toArray().first().toObject();
        QVERIFY(row["predicted"].isNull() && row.contains("predicted"));
        QVERIFY(!row["reason"].toString().isEmpty());
        QByteArray other = zeroCase("a", 1);
        other.replace("dgx-2-v100-32g", "no-such-machine");
        const Answer machine = runCli({"validate", written(other), "--json"});
        QCOMPARE(machine.exitCode, 1); // it has a tolerance and no prediction
        QVERIFY(machine.json()["rows"].toArray().first()["reason"].toString().contains("no-such-machine"));
    }
};

SHARDSCOPE_TEST(TstValidate)
#include "tst_validate.moc"
