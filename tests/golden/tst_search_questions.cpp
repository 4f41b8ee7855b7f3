// SPDX-License-Identifier: GPL-3.0-or-later
// Questions of whoever plans a training, each by one command: those that docs/search.md gives, and samples by
// their names. An answer names its runner-up, how far it is behind and what is uncertain.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

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

/// The table of \p out below the line \p title: a row by its columns' titles. Cells are two blanks apart.
QList<QMap<QString, QString>> tableBelow(const QByteArray& out, const QString& title)
{
    static const QRegularExpression apart(QStringLiteral(" {2,}"));
    QList<QMap<QString, QString>> rows;
    const QStringList lines = QString::fromUtf8(out).split('\n');
    const qsizetype begin = lines.indexOf(title);
    if (begin < 0)
        return rows;
    const QStringList heads = lines.value(begin + 1).trimmed().split(apart);
    for (qsizetype at = begin + 2; lines.value(at).startsWith(QLatin1String("  ")); ++at) {
        const QStringList cells = lines[at].trimmed().split(apart);
        if (cells.size() != heads.size())
            break;
        QMap<QString, QString> row;
        for (qsizetype i = 0; i < heads.size(); ++i)
            row[heads[i]] = cells[i];
        rows.push_back(row);
    }
    return rows;
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
        QTest::addColumn<QString>("begins");
        QTest::addColumn<QString>("runner"); // what stands beside the runner-up: a table and its column
        QTest::newRow("which layout?") << "Fastest: "
                                       << "Best plans";
        QTest::newRow("how many, at what price?") << "Fewest devices: "
                                                  << "";
        QTest::newRow("the cheapest of three machines") << "Cheapest: "
                                                        << "The best plan of each machine";
        QTest::newRow("the fastest of four machines") << "Fastest: "
                                                      << "The best plan of each machine";
        QTest::newRow("the largest model on 16 nodes") << "Largest: "
                                                       << "";
        QTest::newRow("the smallest GPU that holds it") << "Smallest: "
                                                        << "";
        QTest::newRow("what does the run cost?") << "Fastest: "
                                                 << "Best plans";
    }
    /// The first line is one sentence with the answer, the runner-up, its margin and what is uncertain; its
    /// numbers are those of the tables.
    void eachQuestionHasOneDocumentedCommand()
    {
        QFETCH(const QString, begins);
        QFETCH(const QString, runner);
        const QTemporaryDir folder;
        writeConfig(folder.filePath("config.json"));
        QStringList command = documented(QTest::currentDataTag());
        QVERIFY2(command.size() > 3, QTest::currentDataTag());
        command.replaceInStrings("config.json", folder.filePath("config.json"));
        const Answer answer = runCli(command);
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QString sentence = QString::fromUtf8(answer.out.left(answer.out.indexOf('\n')));
        const auto says = [&](const QString& words) { return sentence.contains(words); };
        QVERIFY2(sentence.startsWith(begins) && sentence.endsWith('.'), qPrintable(sentence));
        QCOMPARE(sentence.count(". "), 0); // one sentence
        QVERIFY2(says("; runner-up: ") && says("; uncertain: "), qPrintable(sentence));
        const auto best = tableBelow(answer.out, "Best plans");
        QVERIFY2(!best.isEmpty(), answer.text().constData());
        QStringList told{best[0]["Devices"] + " × " + best[0]["Hardware"], best[0]["Layout"],
                         best[0]["Step"] + " a step"};
        if (best[0].contains("Training"))
            told << "the training " + best[0]["Training"] << best[0]["Cost"];
        const QString interval = lineAfter(answer.out, "80 % interval of the best one's step: ");
        told << "with 80 % confidence " + interval + " a step";
        for (const QString& words : told)
            QVERIFY2(!words.isEmpty() && says(words), qPrintable(words + " is not in: " + sentence));
        if (runner.isEmpty())
            return;
        // The first that is behind.
        const auto rows = tableBelow(answer.out, runner);
        const auto second = std::find_if(rows.begin(), rows.end(), [](const QMap<QString, QString>& row) {
            return row["Behind the best"] != "0.00 %";
        });
        QVERIFY2(second != rows.end(), answer.text().constData());
        QVERIFY2(says((*second)["Layout"]) && says(", " + (*second)["Behind the best"] + " behind;"),
                 qPrintable(sentence));
        if (runner != "Best plans")
            QVERIFY2(says("runner-up: " + (*second)["Devices"] + " × " + (*second)["Hardware"]),
                     qPrintable(sentence));
    }

    /// What the sentence says beyond the best plan and its runner-up, by the documents of the same calls.
    void fewerAndLargerAreToldToo()
    {
        const QStringList call{"search",   "llama-3-8b",  "dgx-h100",   "--devices",  "8..256",
                               "--tokens", "100B",        "--deadline", "5 d",        "--price",
                               "3",        "--objective", "devices",    "--headroom", "1 GiB"};
        const Answer fewest = runCli(call);
        const QJsonObject margin = runCli(call + QStringList{"--json"}).json()["margin"].toObject();
        const QJsonObject fewer = margin["fewer_devices"].toObject();
        const double beyond = fewer["training_seconds"].toDouble() / (5 * 86400) - 1;
        const QString part = QString::number(beyond * 100, 'f', beyond < 0.09995 ? 2 : 1);
        const QString wanted =
            QStringLiteral("; %1 devices would train for ").arg(fewer["devices"].toInteger());
        const QString sentence = QString::fromUtf8(fewest.out.left(fewest.out.indexOf('\n')));
        QVERIFY2(sentence.contains(wanted) && sentence.contains(part + " % beyond the deadline"),
                 qPrintable(sentence));
        QCOMPARE(sentence.contains("the slow end breaks the deadline"),
                 margin["high_beyond"].toArray().contains(QJsonValue("deadline")));

        const QStringList size{"search", "llama-3-8b", "--smallest-device", "--devices", "2"};
        const Answer smallest = runCli(size);
        QVERIFY2(smallest.exitCode == 0, smallest.text().constData());
        const auto rows = tableBelow(smallest.out, "By the memory of a device");
        QVERIFY(rows.size() > 3);
        const QMap<QString, QString>& larger = rows.back(); // the second that holds it
        const QMap<QString, QString>& found = rows[rows.size() - 2];
        const QMap<QString, QString>& smaller = rows[rows.size() - 3];
        QCOMPARE(larger["Fits"], QString("yes"));
        QCOMPARE(found["Fits"], QString("yes"));
        QCOMPARE(smaller["Fits"], QString("no"));
        const QString first = QString::fromUtf8(smallest.out.left(smallest.out.indexOf('\n')));
        for (const QString& words :
             {"Smallest: 2 × " + found["Hardware"] + " of " + found["Memory of a device"] + ", which needs " +
                  found["Needs"],
              smaller["Hardware"] + " needs " + smaller["Needs"] + " of " + smaller["Memory of a device"],
              "runner-up: " + larger["Hardware"] + " of " + larger["Memory of a device"]})
            QVERIFY2(first.contains(words), qPrintable(words + " is not in: " + first));
        // Each machine by itself says the same of whether it holds the model.
        for (const QMap<QString, QString>& row : {found, smaller}) {
            const Answer alone = runCli({"search", "llama-3-8b", row["Hardware"], "--devices", "2", "--top",
                                         "1", "--fix", "residency-optimizer=device"});
            QCOMPARE(alone.exitCode == 0, row["Fits"] == "yes");
        }
    }

    /// Closed forms let through what the memory trace does not. The answer is that of tracing every plan,
    /// without tracing every plan.
    void theLeanestPlansDecideEarly()
    {
        const QStringList call{"search",
                               "gpt2-xl",
                               "dgx-2-v100-32g",
                               "--implementation",
                               "huggingface",
                               "--recompute",
                               "full",
                               "--global-batch",
                               "1..1024",
                               "--json",
                               "--optimizer-state",
                               "fp32"};
        const auto ask = [&](const char* devices, const char* headroom, const char* top) {
            return runCli(call + QStringList{"--devices", devices, "--headroom", headroom, "--top", top});
        };
        // 31.74 − 11.2 GiB: on one device 18.6 by the closed form, traced 19.0; more on many.
        const Answer some = ask("1..256", "11.2 GiB", "1");
        QVERIFY2(some.exitCode == 0, some.text().constData());
        const QJsonArray best = some.json()["best"].toArray();
        QCOMPARE(best.size(), 1);
        QCOMPARE(best[0]["devices"].toInteger(), 1);
        QVERIFY(best[0]["walked_peak_bytes"].toDouble() > best[0]["peak_bytes"].toDouble());
        const Answer alone = ask("1", "11.2 GiB", "1");
        QCOMPARE(alone.json()["best"].toArray().at(0)["plan"], best.at(0)["plan"]);
        // 31.74 − 13 GiB: traced, none fits; asked for so many that each is traced, the same.
        const Answer none = ask("1..256", "13 GiB", "1");
        const Answer every = ask("1..256", "13 GiB", "5000");
        QCOMPARE(none.exitCode, 1);
        QCOMPARE(every.exitCode, 1);
        QVERIFY(every.json()["best"].toArray().isEmpty());
        QVERIFY(none.json()["best"].toArray().isEmpty());
        QVERIFY(none.json()["feasible"].toInteger() > 0); // so the closed forms said
        QCOMPARE(none.json()["infeasible"]["nearest"], every.json()["infeasible"]["nearest"]);
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

    /// Worked out by hand: what is behind is the second plan's share over the first's, and the margin of
    /// fewer devices is beyond the deadline.
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
