// SPDX-License-Identifier: GPL-3.0-or-later
// What is written arrives whole, or the call says that it did not; nothing that was there is lost.
#include "tests/robust/rough_files.h"
#include "tests/robust/rough_process.h"
#include "tests/robust/verb_calls.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>

using namespace shardscope::tests;

namespace {

const QByteArray kArguments = "--num-layers 2 --hidden-size 64 --num-attention-heads 2 --seq-length 128 "
                              "--max-position-embeddings 128 --padded-vocab-size 1024 --micro-batch-size 1 "
                              "--attention-dropout 0.3 --tensor-model-parallel-size 1\n";

} // namespace

class TstOutputs : public QObject {
    Q_OBJECT
private slots:
    void standardOutputThatTakesNothing()
    {
        for (const VerbCall& call : goodCalls()) {
            const QTemporaryDir folder;
            Surroundings full;
            full.out = QStringLiteral("/dev/full");
            Surroundings closed;
            closed.inChild = without(1);
            for (const Surroundings& surroundings : {full, closed}) {
                const Outcome outcome = runRough(filled(call, {}, folder.path()), surroundings);
                QVERIFY2(outcome.exitCode == 2 && outcome.breach().isEmpty(),
                         (call.name + QByteArray(": ") + outcome.text()).constData());
            }
        }
        Surroundings full;
        full.out = QStringLiteral("/dev/full");
        QCOMPARE(runRough({"--help"}, full).exitCode, 2);
        QCOMPARE(runRough({"--version"}, full).exitCode, 2);
    }

    /// A file opened while standard error is closed does not become standard error.
    void closedOutputsAreNotReused()
    {
        const QTemporaryDir folder;
        const QString out = folder.filePath("memory.csv");
        const QStringList call{"export", "memory", "gpt2", "dgx-h100", "--out", out};
        QCOMPARE(runRough(call).exitCode, 0);
        const QByteArray wanted = readFile(out);
        QVERIFY(!wanted.isEmpty());
        Surroundings closed;
        closed.inChild = [] {
            without(1)();
            without(2)();
        };
        static_cast<void>(runRough(call, closed));
        QCOMPARE(readFile(out), wanted);
    }

    void inputsAreNotOverwritten()
    {
        const QTemporaryDir folder;
        const QString arguments = writeFile(folder.filePath("args.txt"), kArguments);
        const Outcome import = runRough({"import", arguments, "--devices", "8", "--out", arguments});
        QVERIFY2(import.exitCode == 2 && import.breach().isEmpty(), import.text().constData());
        QCOMPARE(readFile(arguments), kArguments);
        const QString plan = writeFile(folder.filePath("plan.json"), "{\"batch\": {\"micro_batch\": 1}}");
        QFile::link(plan, folder.filePath("link.json"));
        const Outcome written = runRough({"export", "ds_config", "gpt2", "dgx-h100", "--plan", plan, "--out",
                                          folder.filePath("link.json")});
        QVERIFY2(written.exitCode == 2 && written.breach().isEmpty(), written.text().constData());
        QCOMPARE(readFile(plan), QByteArray("{\"batch\": {\"micro_batch\": 1}}"));
    }

    /// A run of a file alone is not packed into that file; the one that is there stays.
    void packsDoNotReplaceWhatTheyHold()
    {
        const QTemporaryDir folder;
        const QByteArray event = "{\"traceEvents\": [{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"ts\": 1, "
                                 "\"dur\": 2, \"name\": \"a\"}]}";
        const QString trace = writeFile(folder.filePath("t.json"), event);
        const Outcome over = runRough({"trace", trace, "--pack", trace});
        QVERIFY2(over.exitCode == 2 && over.breach().isEmpty(), over.text().constData());
        QCOMPARE(readFile(trace), event);
        // Nor into a file of the folder that is read.
        writeFile(folder.filePath("other.json"), event);
        const Outcome within = runRough({"trace", folder.path(), "--pack", trace});
        QVERIFY2(within.exitCode == 2 && within.breach().isEmpty(), within.text().constData());
        QCOMPARE(readFile(trace), event);
        // A pack beside them is made, and made anew.
        const QString pack = folder.filePath("run.shardpack");
        for (int round = 0; round < 2; ++round) {
            const Outcome made = runRough({"trace", folder.path(), "--pack", pack});
            QVERIFY2(made.exitCode == 0, made.text().constData());
        }
        QCOMPARE(runRough({"sql", pack, "SELECT count(*) AS n FROM slice", "--csv"}).out,
                 QByteArray("n\r\n2\r\n"));
    }

    /// Two files or none.
    void importIsWholeOrNothing()
    {
        const QTemporaryDir folder;
        const QString arguments = writeFile(folder.filePath("args.txt"), kArguments);
        const Outcome failed =
            runRough({"import", arguments, "--devices", "8", "--out", folder.filePath("plan.json"),
                      "--model-out", folder.filePath("gone/model.json")});
        QVERIFY2(failed.exitCode == 2 && failed.breach().isEmpty(), failed.text().constData());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"args.txt"});
        const Outcome made =
            runRough({"import", arguments, "--devices", "8", "--out", folder.filePath("plan.json"),
                      "--model-out", folder.filePath("model.json")});
        QVERIFY2(made.exitCode == 0, made.text().constData());
        QVERIFY(readFile(folder.filePath("plan.json")).contains("\"dropout\": true"));
        QVERIFY(readFile(folder.filePath("model.json")).contains("\"layers\": 2"));
    }

    /// No room: the old file stays, no draft is left, and the reason is the disk's.
    void noRoomLeavesTheOldFile()
    {
        const QTemporaryDir folder;
        const QString out = writeFile(folder.filePath("run.shardpack"), "old");
        Surroundings small;
        small.inChild = limited(RLIMIT_FSIZE, 1000);
        const Outcome outcome = runRough(filled({"", {"trace", "@TRACE", "--pack", out}}, {}, {}), small);
        QVERIFY2(outcome.exitCode == 2 && outcome.breach().isEmpty(), outcome.text().constData());
        QVERIFY2(!outcome.err.contains("Input/output"), outcome.text().constData());
        QCOMPARE(readFile(out), QByteArray("old"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"run.shardpack"});
    }

    /// A device is written to, not replaced by a file; a file keeps its permissions; a link stays one.
    void whatIsThereStaysWhatItIs()
    {
        const QTemporaryDir folder;
        QFile::link("/dev/null", folder.filePath("null.csv"));
        QCOMPARE(
            runRough({"export", "memory", "gpt2", "dgx-h100", "--out", folder.filePath("null.csv")}).exitCode,
            0);
        struct stat there = {};
        QVERIFY(::stat("/dev/null", &there) == 0 && S_ISCHR(there.st_mode));
        const QString file = writeFile(folder.filePath("mine.csv"), "x");
        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner));
        QFile::link(file, folder.filePath("link.csv"));
        QCOMPARE(
            runRough({"export", "memory", "gpt2", "dgx-h100", "--out", folder.filePath("link.csv")}).exitCode,
            0);
        QVERIFY(QFileInfo(folder.filePath("link.csv")).isSymLink());
        QVERIFY(readFile(file).size() > 10);
        QVERIFY(::stat(file.toUtf8().constData(), &there) == 0 && (there.st_mode & 0777) == 0600);
    }
};

SHARDSCOPE_TEST(TstOutputs)
#include "tst_outputs.moc"
