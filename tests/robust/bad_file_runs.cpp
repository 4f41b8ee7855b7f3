// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/robust/bad_file_runs.h"

#include "tests/robust/rough_process.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace shardscope::tests {

QString breachesOf(const VerbCall& call, const std::vector<RoughFile>& files)
{
    QStringList breaches;
    for (const RoughFile& rough : files) {
        const QTemporaryDir folder;
        if (!QDir(folder.path()).mkdir("out") || !QDir(folder.path()).mkdir("in"))
            return QStringLiteral("no folder for files");
        const QString bad = rough.make(folder.filePath("in"));
        const QStringList before =
            QDir(folder.filePath("in")).entryList(QDir::AllEntries | QDir::System | QDir::Hidden);
        Surroundings surroundings;
        surroundings.environment = {{"LC_ALL", "C.UTF-8"}, {"SHARDSCOPE_CACHE", folder.filePath("cache")}};
        const Outcome outcome = runRough(filled(call, bad, folder.filePath("out")), surroundings);
        const auto complain = [&](const QString& what) {
            breaches << QString("%1: %2\n%3").arg(rough.name, what, QString::fromUtf8(outcome.text()));
        };
        if (const QString breach = outcome.breach(); !breach.isEmpty())
            complain(breach);
        if (const int refused = call.partly && !bad.isEmpty() ? 1 : 2; // no name at all is a bad call
            rough.neverGood && outcome.exitCode != refused)
            complain("taken for good");
        if (outcome.exitCode == 1 && call.partly && outcome.err.isEmpty())
            complain("the bad file is not named");
        if (outcome.exitCode != 2)
            continue;
        if (!outcome.out.isEmpty())
            complain("something on standard output beside the error");
        if (!QDir(folder.filePath("out")).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot))
            complain("left in the output's folder");
        if (QDir(folder.filePath("in")).entryList(QDir::AllEntries | QDir::System | QDir::Hidden) != before)
            complain("left beside the input");
    }
    return breaches.join('\n');
}

void addCallRows()
{
    QTest::addColumn<int>("call");
    for (std::size_t number = 0; number < callsWithAFile().size(); ++number)
        QTest::newRow(callsWithAFile()[number].name) << static_cast<int>(number);
}

} // namespace shardscope::tests
