// SPDX-License-Identifier: GPL-3.0-or-later
// Every verb × every kind of bad file: the contract's exit code, one line, bounded work, nothing left behind.
#include "tests/robust/rough_files.h"
#include "tests/robust/rough_process.h"
#include "tests/robust/verb_calls.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope::tests;

class TstBadFiles : public QObject {
    Q_OBJECT
private slots:
    void everyVerb_data()
    {
        QTest::addColumn<int>("call");
        for (std::size_t number = 0; number < callsWithAFile().size(); ++number)
            QTest::newRow(callsWithAFile()[number].name) << static_cast<int>(number);
    }

    void everyVerb()
    {
        QFETCH(int, call);
        const VerbCall& verb = callsWithAFile()[static_cast<std::size_t>(call)];
        QStringList breaches;
        for (const RoughFile& rough : roughFiles()) {
            const QTemporaryDir folder;
            QVERIFY(QDir(folder.path()).mkdir("out") && QDir(folder.path()).mkdir("in"));
            const QString bad = rough.make(folder.filePath("in"));
            const QStringList before =
                QDir(folder.filePath("in")).entryList(QDir::AllEntries | QDir::System | QDir::Hidden);
            Surroundings surroundings;
            surroundings.environment = {{"LC_ALL", "C.UTF-8"},
                                        {"SHARDSCOPE_CACHE", folder.filePath("cache")}};
            const Outcome outcome = runRough(filled(verb, bad, folder.filePath("out")), surroundings);
            const auto complain = [&](const QString& what) {
                breaches << QString("%1: %2\n%3").arg(rough.name, what, QString::fromUtf8(outcome.text()));
            };
            if (const QString breach = outcome.breach(); !breach.isEmpty())
                complain(breach);
            if (rough.neverGood && outcome.exitCode != 2)
                complain("taken for good");
            if (outcome.exitCode != 2)
                continue;
            if (!outcome.out.isEmpty())
                complain("something on standard output beside the error");
            if (!QDir(folder.filePath("out")).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot))
                complain("left in the output's folder");
            if (QDir(folder.filePath("in")).entryList(QDir::AllEntries | QDir::System | QDir::Hidden) !=
                before)
                complain("left beside the input");
        }
        QVERIFY2(breaches.isEmpty(), qPrintable("\n" + breaches.join('\n')));
    }
};

SHARDSCOPE_TEST(TstBadFiles)
#include "tst_bad_files.moc"
