// SPDX-License-Identifier: GPL-3.0-or-later
// docs/seeds_details.md and docs/seeds_details.ja.md are what the commands of docs/seeds_details.json print
// today. With the environment variable SHARDSCOPE_WRITE_SEEDS set, both are written anew instead of compared.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMap>
#include <QSet>
#include <QTest>

using namespace shardscope::tests;

namespace {

QByteArray contents(const QString& name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Both pages while they are put together.
struct Pages {
    QString english;
    QString japanese;
    void add(const QJsonObject& texts, const QString& before, const QString& after)
    {
        english += before + texts["en"].toString() + after;
        japanese += before + texts["ja"].toString() + after;
    }
    void both(const QString& text)
    {
        english += text;
        japanese += text;
    }
};

/// The lines of \p out that hold one of \p wanted, each at most once, in the order of the output.
QString linesOf(const QByteArray& out, const QJsonArray& wanted)
{
    QString lines;
    for (const QByteArray& line : out.split('\n')) {
        for (const QJsonValue one : wanted) {
            if (!line.contains(one.toString().toUtf8()))
                continue;
            lines += "      " + QString::fromUtf8(line).simplified() + '\n';
            break;
        }
    }
    return lines;
}

/// Arguments at spaces; none of the commands has a space inside one. Files of the sources are named from the
/// root.
QStringList argumentsOf(const QString& command)
{
    QStringList arguments = command.split(' ', Qt::SkipEmptyParts);
    for (QString& argument : arguments)
        if (argument.startsWith("tests/data/"))
            argument = sourceFile(argument.toUtf8().constData());
    return arguments;
}

/// " [ZionEX 2, 7]": which of what the seeds describe an item shows.
QString rowsOf(const QJsonObject& item)
{
    QString rows;
    QString system;
    for (const QJsonValue row : item["rows"].toArray()) {
        const QString name = row.toString().section(' ', 0, 0);
        rows += rows.isEmpty() ? "" : ", ";
        rows += name == system ? row.toString().section(' ', 1) : row.toString();
        system = name;
    }
    return rows.isEmpty() ? QString() : " [" + rows + ']';
}

void addItem(const QJsonObject& item, Pages& pages)
{
    const bool replayed = item["replayed"].toBool();
    const QString rows = rowsOf(item) + '\n';
    pages.english += "- **" + item["en"].toString() + "**" + (replayed ? " (replayed)" : "") + rows;
    pages.japanese += "- **" + item["ja"].toString() + "**" + (replayed ? "（再現）" : "") + rows;
    if (item.contains("note")) // what its figures are good for, where that is less than everything
        pages.add(item["note"].toObject(), "\n  ", "\n");
    if (item.contains("missed"))
        pages.add(item["missed"].toObject(), "\n  ", "\n");
    if (item.contains("test")) { // a picture: the window's test that holds it
        const QString test = item["test"].toString();
        QVERIFY2(QFile::exists(sourceFile(("tests/" + test + ".cpp").toUtf8().constData())),
                 qPrintable(test));
        pages.english += "\n  Held by `tests/" + test + ".cpp`.\n";
        pages.japanese += "\n  `tests/" + test + ".cpp` が検査する。\n";
    }
    if (!item.contains("command")) {
        pages.both("\n");
        return;
    }
    const QString command = item["command"].toString();
    static QHash<QString, Answer> known; // several items show parts of one answer
    if (!known.contains(command))
        known.insert(command, runCli(argumentsOf(command)));
    const Answer answer = known.value(command);
    QVERIFY2(answer.exitCode == item["exit"].toInt(0), (command.toUtf8() + '\n' + answer.text()).constData());
    const QString lines = linesOf(answer.out, item["show"].toArray());
    QVERIFY2(!lines.isEmpty(), (command.toUtf8() + '\n' + answer.text()).constData());
    pages.both("\n      $ shardscope-cli " + command + '\n' + lines + '\n');
}

/// Which rows of \p key something is missed of, by all systems' items.
QString missedRows(const QJsonArray& systems, const QString& key)
{
    QMap<int, bool> missed;
    for (const QJsonValue system : systems) {
        for (const QJsonValue item : system["items"].toArray()) {
            if (!item["missed"].isObject())
                continue;
            const QJsonValue own = item["missed"]["rows"]; // where not all that the item shows
            for (const QJsonValue row : (own.isArray() ? own : item["rows"]).toArray())
                if (row.toString().section(' ', 0, 0) == key)
                    missed[row.toString().section(' ', 1).toInt()] = true;
        }
    }
    QStringList numbers;
    for (const int number : missed.keys())
        numbers << QString::number(number);
    return numbers.join(", ");
}

void addSummary(const QJsonArray& systems, const QJsonObject& system, Pages& pages)
{
    const QString key = system["key"].toString();
    const QString count = QString::number(system["rows"].toInt());
    const QString missed = missedRows(systems, key);
    pages.english +=
        key + " 1 to " + count +
        (missed.isEmpty() ? QString("; nothing is missed") : "; something is missed of " + missed) + ".\n\n";
    pages.japanese +=
        key + " 1〜" + count +
        (missed.isEmpty() ? QString("。届かない点はない") : "。届かない点があるもの：" + missed) + "。\n\n";
}

} // namespace

class TstSeeds : public QObject {
    Q_OBJECT
private slots:
    /// Every row of what the seeds describe is named by an item, and no item names one that is none.
    void everyRowIsShown()
    {
        const QJsonObject source =
            QJsonDocument::fromJson(contents(sourceFile("docs/seeds_details.json"))).object();
        QSet<QString> rows;
        for (const QJsonValue system : source["systems"].toArray())
            for (int row = 1; row <= system["rows"].toInt(); ++row)
                rows.insert(system["key"].toString() + ' ' + QString::number(row));
        QCOMPARE(rows.size(), 137);
        QSet<QString> named;
        for (const QJsonValue system : source["systems"].toArray()) {
            for (const QJsonValue item : system["items"].toArray()) {
                QVERIFY2(item["command"].isString() || item["test"].isString() || item["missed"].isObject(),
                         qPrintable(item["en"].toString()));
                for (const QJsonValue row : item["rows"].toArray()) {
                    QVERIFY2(rows.contains(row.toString()), qPrintable(row.toString()));
                    named.insert(row.toString());
                }
            }
        }
        const QStringList missing = QSet<QString>(rows).subtract(named).values();
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(", ")));
    }
    void pagesAreWhatTheCommandsPrint()
    {
        const QJsonObject source =
            QJsonDocument::fromJson(contents(sourceFile("docs/seeds_details.json"))).object();
        QVERIFY(!source.isEmpty());
        Pages pages;
        pages.add(source["head"].toObject(), "", "\n");
        for (const QJsonValue system : source["systems"].toArray()) {
            pages.add(system["title"].toObject(), "\n## ", "\n\n");
            addSummary(source["systems"].toArray(), system.toObject(), pages);
            for (const QJsonValue item : system["items"].toArray())
                addItem(item.toObject(), pages);
        }
        const std::pair<const char*, const QString&> files[]{{"docs/seeds_details.md", pages.english},
                                                             {"docs/seeds_details.ja.md", pages.japanese}};
        for (const auto& [name, text] : files) {
            if (qEnvironmentVariableIsSet("SHARDSCOPE_WRITE_SEEDS")) {
                QFile file(sourceFile(name));
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write(text.toUtf8());
                continue;
            }
            QCOMPARE(QString::fromUtf8(contents(sourceFile(name))), text);
        }
        if (qEnvironmentVariableIsSet("SHARDSCOPE_WRITE_SEEDS"))
            QSKIP("the pages were written, not compared: what changed in them is for a person to read");
    }
};

SHARDSCOPE_TEST(TstSeeds)
#include "tst_seeds.moc"
