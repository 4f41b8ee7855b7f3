// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of README and docs/gallery.md show what the program gives now: each command of the gallery is
// run again, and the words and numbers in its picture are compared with those that lie beside the picture
// (docs/pictures/NAME.txt). SHARDSCOPE_WRITE_PICTURES=1 makes pictures and words anew.
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace shardscope;

namespace {

const QString kSource = QStringLiteral(SHARDSCOPE_SOURCE_DIR);
const QString kProgram = QStringLiteral(SHARDSCOPE_BINARY_DIR "/bin/shardscope");

QString contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The arguments of the gallery's commands that draw a picture, by the picture's name.
QMap<QString, QStringList> commands()
{
    QString text = contentOf(kSource + QStringLiteral("/docs/gallery.md"));
    text.replace(QStringLiteral("\\\n"), QStringLiteral(" "));
    QMap<QString, QStringList> found;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        QStringList words = line.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        const auto out = words.indexOf(QStringLiteral("--out"));
        if (words.isEmpty() || words.takeFirst() != QLatin1String("shardscope") || out < 0)
            continue;
        const QString name = QFileInfo(words.takeAt(out)).completeBaseName();
        words.removeAt(out - 1); // "--out"
        found.insert(name, words);
    }
    return found;
}

bool draw(const QStringList& arguments, const QString& file)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QTemporaryDir own;
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), own.path());
    environment.insert(QStringLiteral("XDG_DATA_HOME"), own.path());
    environment.insert(QStringLiteral("SHARDSCOPE_DATA"), own.path());
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(kSource);
    process.start(kProgram, arguments + QStringList{QStringLiteral("--out"), file});
    constexpr int kPatienceMs = 300'000;
    return process.waitForFinished(kPatienceMs) && process.exitCode() == 0;
}

/// The texts of an SVG, each once, without what changes with the day.
QString wordsOf(const QString& svg)
{
    static const QRegularExpression day(QStringLiteral("\\d{4}-\\d{2}-\\d{2}"));
    QSet<QString> words;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement || reader.name() != QLatin1String("text"))
            continue;
        const QString text = reader.readElementText(QXmlStreamReader::IncludeChildElements).simplified();
        if (!text.isEmpty() && !text.contains(day))
            words.insert(text);
    }
    QStringList sorted = words.values();
    sorted.sort();
    return sorted.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace

class TstReadmePictures : public QObject {
    Q_OBJECT
private slots:
    void everyPictureIsNamedByACommand()
    {
        const auto drawn = commands();
        QVERIFY(drawn.size() >= 6);
        for (const QString& name : drawn.keys())
            QVERIFY2(contentOf(kSource + QStringLiteral("/docs/gallery.md"))
                         .contains(QStringLiteral("(pictures/%1.png)").arg(name)),
                     qPrintable(name));
        static const QRegularExpression shown(QStringLiteral("\\(docs/pictures/([a-z_]+)\\.png\\)"));
        for (const char* readme : {"README.md", "README.ja.md"}) {
            int pictures = 0;
            auto picture = shown.globalMatch(contentOf(kSource + QLatin1Char('/') + QLatin1String(readme)));
            for (; picture.hasNext(); ++pictures)
                QVERIFY2(drawn.contains(picture.next().captured(1)), readme);
            QVERIFY(pictures >= 3);
        }
        QStringList there;
        for (const QString& file :
             QDir(kSource + QStringLiteral("/docs/pictures")).entryList({QStringLiteral("*.png")}))
            there << QFileInfo(file).completeBaseName();
        QCOMPARE(there, drawn.keys());
    }
    void picturesShowWhatTheProgramGives_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto drawn = commands();
        for (auto command = drawn.begin(); command != drawn.end(); ++command)
            QTest::newRow(qPrintable(command.key())) << command.value();
    }
    void picturesShowWhatTheProgramGives()
    {
        if (!QFile::exists(kProgram))
            QSKIP("the desktop program is not built");
        QFETCH(QStringList, arguments);
        const QString beside =
            kSource + QStringLiteral("/docs/pictures/") + QString::fromLatin1(QTest::currentDataTag());
        const QTemporaryDir folder;
        const QString svg = folder.filePath(QStringLiteral("now.svg"));
        QVERIFY(draw(arguments, svg));
        const QString now = wordsOf(contentOf(svg));
        QVERIFY(now.size() > 100);
        if (qEnvironmentVariableIsSet("SHARDSCOPE_WRITE_PICTURES")) {
            QVERIFY(draw(arguments, beside + QStringLiteral(".png")));
            QFile words(beside + QStringLiteral(".txt"));
            QVERIFY(words.open(QIODevice::WriteOnly));
            words.write(now.toUtf8());
        }
        const QStringList shown = contentOf(beside + QStringLiteral(".txt")).split(QLatin1Char('\n'));
        const QStringList given = now.split(QLatin1Char('\n'));
        QStringList stale;
        for (const QString& word : shown) {
            if (!given.contains(word))
                stale << word;
        }
        QVERIFY2(stale.isEmpty() && shown == given,
                 qPrintable(QStringLiteral(
                                "docs/pictures is stale; make it anew with SHARDSCOPE_WRITE_PICTURES=1: ") +
                            stale.join(QStringLiteral(" | "))));
    }
};

SHARDSCOPE_TEST(TstReadmePictures)
#include "tst_readme_pictures.moc"
