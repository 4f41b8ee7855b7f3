// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of the guide is run as a reader runs it, in a folder with the samples. What the guide quotes
// is how a line of the answer begins. SHARDSCOPE_WRITE_GUIDE=1 puts today's numbers into the quotes, in both
// languages.
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace {

const QString kGuide = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/docs/guide");
const QString kPrograms = QStringLiteral(SHARDSCOPE_BINARY_DIR "/bin");

QString contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// What a fence holds, and which kind it is: "sh", "text".
struct Block {
    QString kind;
    QStringList lines;
};

std::vector<Block> blocksOf(const QString& page)
{
    std::vector<Block> blocks;
    bool inside = false;
    for (const QString& line : page.split('\n')) {
        if (line.startsWith("```")) {
            if (!inside)
                blocks.push_back({line.mid(3), {}});
            inside = !inside;
        } else if (inside) {
            blocks.back().lines << line;
        }
    }
    return blocks;
}

/// A line without its numbers: what stays when they change.
QString withoutNumbers(QString line)
{
    static const QRegularExpression number(QStringLiteral("[0-9][0-9.,]*"));
    return line.simplified().replace(number, QStringLiteral("#"));
}

/// The first words of \p line, as many as \p quote has.
QString beginning(const QString& line, const QString& quote)
{
    return line.simplified().split(' ').mid(0, quote.simplified().split(' ').size()).join(' ');
}

struct Answer {
    int exitCode = -1;
    QString out;
    QString text;
};

Answer answerTo(const QString& command, const QString& folder)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", kPrograms + ":" + environment.value("PATH"));
    for (const char* own : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "SHARDSCOPE_DATA"})
        environment.insert(own, folder + "/own");
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start("bash", {"-c", command});
    constexpr int kPatienceMs = 600'000;
    Answer answer;
    if (process.waitForFinished(kPatienceMs) && process.exitStatus() == QProcess::NormalExit)
        answer.exitCode = process.exitCode();
    answer.out = QString::fromUtf8(process.readAllStandardOutput());
    answer.text = command + "\n" + answer.out.left(2000) + QString::fromUtf8(process.readAllStandardError());
    return answer;
}

} // namespace

class TstGuideCommands : public QObject {
    Q_OBJECT
private slots:
    void everyCommandAnswers_data()
    {
        QTest::addColumn<QString>("page");
        for (const QString& page : QDir(kGuide + "/en").entryList({"*.md"}, QDir::Files)) {
            if (contentOf(kGuide + "/en/" + page).contains("```sh"))
                QTest::newRow(qPrintable(page)) << page;
        }
    }
    void everyCommandAnswers()
    {
        QFETCH(QString, page);
        const QTemporaryDir folder;
        for (const char* samples : {"samples", "studies"})
            QVERIFY(QFile::link(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/") + samples,
                                folder.filePath(samples)));
        QVERIFY(QDir(folder.path()).mkpath("own"));
        QString said;
        QList<std::pair<QString, QString>> stale; // what is quoted, and what it is today
        for (const Block& block : blocksOf(contentOf(kGuide + "/en/" + page))) {
            if (block.kind == QLatin1String("sh")) {
                said.clear();
                for (const QString& command : block.lines) {
                    QVERIFY2(command.startsWith("shardscope"), qPrintable(command));
                    const Answer answer = answerTo(command, folder.path());
                    QVERIFY2(answer.exitCode == (command.contains("# exit status 1:") ? 1 : 0),
                             qPrintable(answer.text));
                    said += answer.out;
                }
                continue;
            }
            QCOMPARE(block.kind, QStringLiteral("text"));
            QVERIFY(!block.lines.isEmpty());
            for (const QString& quote : block.lines) {
                QString now;
                for (const QString& line : said.split('\n')) {
                    const QString begin = beginning(line, quote);
                    if (now.isEmpty() && withoutNumbers(begin) == withoutNumbers(quote))
                        now = begin;
                }
                QVERIFY2(!now.isEmpty(), qPrintable("no such line in the answer: " + quote));
                if (now != quote.simplified())
                    stale.append({quote, now});
            }
        }
        if (qEnvironmentVariableIsSet("SHARDSCOPE_WRITE_GUIDE")) {
            for (const char* language : {"/en/", "/ja/"}) {
                QString text = contentOf(kGuide + language + page);
                for (const auto& [quote, now] : stale)
                    text.replace("\n" + quote + "\n", "\n" + now + "\n");
                QFile file(kGuide + language + page);
                QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0);
            }
            return;
        }
        QVERIFY2(stale.isEmpty(),
                 stale.isEmpty() ? ""
                                 : qPrintable(stale.front().first + "\nis today\n" + stale.front().second +
                                              "\nput it right with SHARDSCOPE_WRITE_GUIDE=1"));
    }
};

SHARDSCOPE_TEST(TstGuideCommands)
#include "tst_guide_commands.moc"
