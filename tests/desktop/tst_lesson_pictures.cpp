// SPDX-License-Identifier: GPL-3.0-or-later
// Each figure of the lessons goes on a slide as it is: the commands of docs/pictures/lessons/README.md are
// run in Japanese, light and dark. SHARDSCOPE_WRITE_PICTURES=1 makes the pictures that lie there anew:
// NAME.png and NAME.dark.png.
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace shardscope;

namespace {

const QString kRoot = QStringLiteral(SHARDSCOPE_SOURCE_DIR);
const QString kFolder = kRoot + QStringLiteral("/docs/pictures/lessons");
const QString kWindow = QStringLiteral(SHARDSCOPE_BINARY_DIR "/bin/shardscope");
constexpr qint64 kLargest = 140 * 1024; ///< bytes of a picture that is kept
constexpr qint64 kLargestAll = 8 * 1024 * 1024;
const QString kDark = QStringLiteral(".dark");

/// Name of the picture and arguments, without --out.
std::vector<std::pair<QString, QStringList>> slideCommands()
{
    QFile file(kFolder + QStringLiteral("/README.md"));
    std::vector<std::pair<QString, QStringList>> found;
    if (!file.open(QIODevice::ReadOnly))
        return found;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
        QStringList words = QProcess::splitCommand(line);
        const auto out = words.indexOf(QStringLiteral("--out"));
        if (out < 0 || words.takeFirst() != QLatin1String("shardscope"))
            continue;
        const QString name = words.takeAt(out); // one further on without the program
        words.removeAt(out - 1);
        found.emplace_back(QFileInfo(name).completeBaseName(), words);
    }
    return found;
}

QString drawSlide(const QStringList& arguments, const QString& theme, const QString& file)
{
    QProcess process;
    const QTemporaryDir own;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "SHARDSCOPE_DATA"})
        environment.insert(QString::fromLatin1(name), own.path());
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(kRoot);
    process.start(kWindow,
                  arguments + QStringList{QStringLiteral("--language"), QStringLiteral("ja"),
                                          QStringLiteral("--theme"), theme, QStringLiteral("--size"),
                                          QStringLiteral("1920x1080"), QStringLiteral("--out"), file});
    constexpr int kPatience = 300'000;
    if (!process.waitForFinished(kPatience) || process.exitCode() != 0)
        return QString::fromUtf8(process.readAllStandardError()) + QStringLiteral("failed");
    return {};
}

bool alike(QRgb a, QRgb b)
{
    constexpr int kLeast = 20; ///< of red, green and blue together
    return std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b)) <
           kLeast;
}

/// The same with the colours that are there most often and no two alike: flat areas and their edges need few,
/// and the colour of a small square of a legend is among them.
QImage fewColours(const QImage& image)
{
    constexpr std::size_t kColours = 256;
    std::unordered_map<QRgb, int> counts;
    const QImage plain = image.convertToFormat(QImage::Format_RGB32);
    for (int y = 0; y < plain.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(plain.constScanLine(y));
        for (int x = 0; x < plain.width(); ++x)
            ++counts[line[x]];
    }
    std::vector<std::pair<int, QRgb>> often;
    for (const auto& [color, count] : counts)
        often.emplace_back(-count, color);
    std::ranges::sort(often);
    QVector<QRgb> table;
    for (const auto& [count, color] : often) {
        const bool known =
            std::ranges::any_of(table, [color = color](QRgb one) { return alike(one, color); });
        if (!known && static_cast<std::size_t>(table.size()) < kColours)
            table << color;
    }
    return plain.convertToFormat(QImage::Format_Indexed8, table, Qt::ThresholdDither);
}

bool isDark(const QImage& image) { return qGray(image.pixel(4, 4)) < 128; }

} // namespace

class TstLessonPictures : public QObject {
    Q_OBJECT
private slots:
    void whatLiesThereIsNamed()
    {
        std::set<QString> named;
        for (const auto& [name, arguments] : slideCommands())
            named.insert({name, name + kDark});
        QVERIFY(named.size() >= 40);
        std::set<QString> there;
        qint64 all = 0;
        for (const QFileInfo& file : QDir(kFolder).entryInfoList({QStringLiteral("*.png")})) {
            there.insert(file.completeBaseName());
            QVERIFY2(file.size() <= kLargest, qPrintable(file.fileName()));
            all += file.size();
            const QImage image(file.filePath());
            QCOMPARE(image.size(), QSize(1920, 1080));
            QVERIFY2(isDark(image) == file.completeBaseName().endsWith(kDark), qPrintable(file.fileName()));
        }
        QVERIFY(all <= kLargestAll);
        QCOMPARE(there, named);
    }

    void eachIsASlide_data()
    {
        QTest::addColumn<QStringList>("arguments");
        for (const auto& [name, arguments] : slideCommands())
            QTest::newRow(qPrintable(name)) << arguments;
    }
    void eachIsASlide()
    {
        QFETCH(QStringList, arguments);
        const QTemporaryDir folder;
        for (const char* theme : {"light", "dark"}) {
            const QString file = folder.filePath(QString::fromLatin1(theme) + QStringLiteral(".png"));
            const QString problem = drawSlide(arguments, QString::fromLatin1(theme), file);
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
            const QImage image(file);
            QCOMPARE(image.size(), QSize(1920, 1080));
            // A page of that theme, with something on it.
            QCOMPARE(isDark(image), theme == QByteArray("dark"));
            if (qEnvironmentVariableIsSet("SHARDSCOPE_WRITE_PICTURES")) {
                const QString kept = kFolder + QLatin1Char('/') +
                                     QString::fromLatin1(QTest::currentDataTag()) +
                                     (isDark(image) ? kDark : QString()) + QStringLiteral(".png");
                constexpr int kMostCompressed = 0;
                QVERIFY(fewColours(image).save(kept, "PNG", kMostCompressed));
            }
        }
    }
};

SHARDSCOPE_TEST(TstLessonPictures)
#include "tst_lesson_pictures.moc"
