// SPDX-License-Identifier: GPL-3.0-or-later
// Questions of whoever plans a training, each by one command: those that docs/search.md gives, and samples by
// their names. An answer names its runner-up, how far it is behind and what is uncertain.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope::tests;

namespace {

/// The command of docs/search.md that a comment with \p words stands behind, as a list; a trailing backslash
/// joins lines.
QStringList documented(const QString& words)
{
    QFile page(sourceFile("docs/search.md"));
    if (!page.open(QIODevice::ReadOnly))
        return {};
    const QString text = QString::fromUtf8(page.readAll()).replace("\\\n", " ");
    for (const QString& line : text.split('\n')) {
        if (line.startsWith("shardscope-cli ") && line.contains("# ") &&
            line.section("# ", 1).contains(words))
            return QProcess::splitCommand(line.section("# ", 0, 0).trimmed()).mid(1);
    }
    return {};
}

/// The line of \p out that begins with \p start, without it.
QString lineAfter(const QByteArray& out, const char* start)
{
    for (const QByteArray& line : out.split('\n')) {
        if (line.trimmed().startsWith(start))
            return QString::fromUtf8(line.trimmed().mid(qstrlen(start)));
    }
    return {};
}

/// Llama 3 8B as its config.json says it.
void writeConfig(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("no temporary file");
    file.write(R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 4096,
        "intermediate_size": 14336, "num_attention_heads": 32, "num_key_value_heads": 8,
        "num_hidden_layers": 32, "vocab_size": 128256, "max_position_embeddings": 8192,
        "hidden_act": "silu", "rms_norm_eps": 1e-5, "tie_word_embeddings": false})");
}

} // namespace

class TstSearchQuestions : public QObject {
    Q_OBJECT
private slots:
    void eachQuestionHasOneDocumentedCommand_data()
    {
        QTest::addColumn<QString>("says");
        QTest::newRow("which layout?") << "behind";
        QTest::newRow("how many, at what price?") << "The next fewer tried";
        QTest::newRow("the cheapest of three machines") << "Next machine: ";
        QTest::newRow("the largest model on 16 nodes") << "One layer more does not fit";
    }
    void eachQuestionHasOneDocumentedCommand()
    {
        QFETCH(const QString, says);
        const QTemporaryDir folder;
        writeConfig(folder.filePath("config.json"));
        QStringList command = documented(QTest::currentDataTag());
        QVERIFY2(command.size() > 3, QTest::currentDataTag());
        command.replaceInStrings("config.json", folder.filePath("config.json"));
        const Answer answer = runCli(command);
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        for (const QString& word :
             {QString("Runner-up: "), QString("80 % interval of the best one's step: "), says})
            QVERIFY2(answer.out.contains(word.toUtf8()), answer.text().constData());
    }

    /// The plan that an answer calls is the plan that it found, whatever its model and machine are called and
    /// whatever else is asked of it.
    void thePlanOfAnAnswerCanBeCalled_data()
    {
        QTest::addColumn<QStringList>("call");
        QTest::newRow("catalogue") << QStringList{"llama-3-8b", "dgx-h100", "--devices", "16"};
        QTest::newRow("file") << QStringList{"config.json", "dgx-a100-80g", "--devices", "16"};
        QTest::newRow("other formats") << QStringList{
            "gpt2-xl", "dgx-a100-80g",          "--devices", "8",           "--precision-weights",
            "fp16",    "--precision-gradients", "fp32",      "--optimizer", "adam"};
        QTest::newRow("sample") << QStringList{"gpt3_175b_phased_on_ipu_pod256"};
        QTest::newRow("sample of ZeRO") << QStringList{"zero2_100b_on_400_v100"};
        QTest::newRow("calibration") << QStringList{"bert_large_128_on_1024_v100", "--calibration",
                                                    "deepspeed-transformer-kernel"};
    }
    void thePlanOfAnAnswerCanBeCalled()
    {
        QFETCH(QStringList, call);
        const QTemporaryDir folder;
        writeConfig(folder.filePath("config.json"));
        call.replaceInStrings("config.json", folder.filePath("config.json"));
        const Answer people = runCli(QStringList{"search", "--top", "1"} + call);
        QVERIFY2(people.exitCode == 0, people.text().constData());
        const QStringList plan = QProcess::splitCommand(lineAfter(people.out, "shardscope-cli "));
        QVERIFY2(plan.size() > 4, people.text().constData());
        const Answer again = runCli(plan + QStringList{"--json"});
        QVERIFY2(again.exitCode == 0, again.text().constData());
        const Answer found = runCli(QStringList{"search", "--top", "1", "--json"} + call);
        const QJsonValue best = found.json()["best"].toArray()[0];
        QVERIFY(near(again.json()["step"]["seconds"].toDouble(), best["step_seconds"].toDouble(), 1e-12));
        QCOMPARE(again.json()["plan"].toObject(), best["plan"].toObject());
    }

    /// The sample's job is kept: devices, batch, formats; how it is divided is asked anew, and the sample's
    /// own plan stands beside the answer and is no faster.
    void aSampleIsDividedAnew()
    {
        const Answer answer = runCli({"search", "gpt3_175b_pipeline_on_128_a100", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonObject found = answer.json();
        const Answer own = runCli({"plan", "gpt3_175b_pipeline_on_128_a100", "--json"});
        const QJsonArray best = found["best"].toArray();
        QVERIFY(best.size() > 1);
        for (const QJsonValue one : best) {
            QCOMPARE(one["devices"].toInteger(), 128);
            QCOMPARE(one["plan"]["batch"]["global_batch"].toInteger(), 32);
            QCOMPARE(one["plan"]["precision"], own.json()["plan"]["precision"]);
            QCOMPARE(one["plan"]["optimizer"], own.json()["plan"]["optimizer"]);
        }
        QVERIFY(best[0]["plan"]["parallel"] != own.json()["plan"]["parallel"]);
        const QJsonValue step = found["why"]["parts"].toArray()[0];
        QCOMPARE(step["part"].toString(), QString("step"));
        QVERIFY(near(step["seconds_per_sample"].toDouble() * 32, own.json()["step"]["seconds"].toDouble(),
                     1e-12));
        QVERIFY(step["best_seconds_per_sample"].toDouble() <= step["seconds_per_sample"].toDouble());
        // What is said beside the sample still holds.
        const Answer fixed = runCli({"search", "gpt3_175b_pipeline_on_128_a100", "--tensor", "4", "--json"});
        QVERIFY2(fixed.exitCode == 0, fixed.text().constData());
        for (const QJsonValue one : fixed.json()["best"].toArray())
            QCOMPARE(one["plan"]["parallel"]["tensor"].toInteger(), 4);
    }

    /// Also where one plan alone is asked for.
    void aSinglePlanHasARunnerUp()
    {
        const QStringList call{"search", "llama-3-8b", "dgx-h100", "--devices", "8", "--global-batch", "64"};
        const Answer two = runCli(call + QStringList{"--top", "2", "--json"});
        const Answer one = runCli(call + QStringList{"--top", "1", "--json"});
        QVERIFY2(one.exitCode == 0 && two.exitCode == 0, one.text().constData());
        QCOMPARE(one.json()["best"].toArray().size(), 1);
        const QJsonArray best = two.json()["best"].toArray();
        const double behind = one.json()["margin"]["runner_up"].toDouble();
        QVERIFY(one.json()["margin"]["of_time"].toBool() ||
                near(behind, best[1]["objective"].toDouble() / best[0]["objective"].toDouble() - 1, 1e-12));
    }

    void everyShippedPlanIsAnswered()
    {
        const QDir folder(sourceFile("resources/samples"));
        const QStringList plans = folder.entryList({"*.json"});
        QVERIFY(plans.size() > 10);
        for (const QString& file : plans) {
            QStringList call{"search", file.chopped(5), "--top", "1"};
            if (file.startsWith("persia"))
                call += {"--rate", "100000"}; // a cluster of roles is sized for a rate
            const Answer answer = runCli(call);
            QVERIFY2(answer.exitCode == 0 || answer.exitCode == 1, file.toUtf8() + answer.text());
            QVERIFY2(!answer.out.isEmpty() && answer.err.isEmpty(), file.toUtf8() + answer.text());
        }
    }

    /// By hand: what is behind is the second plan's share over the first's, and the margin of fewer devices
    /// is beyond the deadline.
    void marginsAreTheirPlans()
    {
        const Answer answer =
            runCli({"search", "llama-3-8b", "dgx-h100,dgx-a100-80g", "--devices", "8..256", "--tokens",
                    "100B", "--deadline", "5 d", "--objective", "devices", "--price", "3,1.5", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonObject found = answer.json();
        const QJsonArray best = found["best"].toArray();
        const QJsonObject margin = found["margin"].toObject();
        const qint64 fewest = best[0]["devices"].toInteger();
        QVERIFY(fewest > 8);
        QCOMPARE(margin["fewer_devices"].toObject()["devices"].toInteger(), fewest - 8);
        QVERIFY(margin["fewer_devices"].toObject()["training_seconds"].toDouble() > 5 * 86400);
        QVERIFY(best[0]["training_seconds"].toDouble() <= 5 * 86400);
        const double factor = best[0]["high_seconds"].toDouble() / best[0]["step_seconds"].toDouble();
        const bool breaks = best[0]["training_seconds"].toDouble() * factor > 5 * 86400;
        QCOMPARE(margin["high_beyond"].toArray().contains(QJsonValue("deadline")), breaks);
        const QJsonArray machines = found["machines"].toArray();
        QCOMPARE(machines.size(), 2);
        QCOMPARE(machines[0]["hardware"], best[0]["hardware"]);
        QVERIFY(machines[1]["hardware"] != machines[0]["hardware"]);
        // The other machine's best is what asking for it alone gives.
        const Answer alone =
            runCli({"search", "llama-3-8b", "dgx-a100-80g", "--devices", "8..256", "--tokens", "100B",
                    "--deadline", "5 d", "--objective", "devices", "--price", "1.5", "--json"});
        const QJsonArray own = alone.json()["best"].toArray();
        QCOMPARE(own[0]["plan"], machines[1]["plan"]);
    }
};

SHARDSCOPE_TEST(TstSearchQuestions)
#include "tst_search_questions.moc"
