// SPDX-License-Identifier: GPL-3.0-or-later
// Documents refer to what is in the repository, and to nothing beside it.
#include "tests/support/test_registry.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace {

const QDir kRoot(QStringLiteral(SHARDSCOPE_SOURCE_DIR));

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// All documents of the repository.
QStringList documents()
{
    QStringList found{"README.md", "README.ja.md", "CHANGELOG.md", "THIRD_PARTY.md"};
    for (const char* folder : {"docs", "resources", "tests", "app", "core", "planner", "profiler", "lab"}) {
        QDirIterator below(kRoot.filePath(folder), {"*.md"}, QDir::Files, QDirIterator::Subdirectories);
        while (below.hasNext())
            found << kRoot.relativeFilePath(below.next());
    }
    return found;
}

/// Every first group of \p pattern in \p text.
QStringList allOf(const QString& text, const char* pattern)
{
    QStringList found;
    auto match = QRegularExpression(QString::fromLatin1(pattern)).globalMatch(text);
    while (match.hasNext())
        found << match.next().captured(1);
    return found;
}

/// Whether \p path (from the root) is there: as it is, or as the sources that go by that name.
bool isThere(const QString& path)
{
    return QFile::exists(kRoot.filePath(path)) || QFile::exists(kRoot.filePath(path + ".h")) ||
           QFile::exists(kRoot.filePath(path + ".cpp"));
}

} // namespace

class TstDocuments : public QObject {
    Q_OBJECT
private slots:
    void linksLeadSomewhere()
    {
        int links = 0;
        for (const QString& document : documents()) {
            const QString folder = QFileInfo(document).path();
            for (const QString& link : allOf(textOf(kRoot.filePath(document)), "\\]\\(([^)#\\s]+)[^)]*\\)")) {
                // Into the window: tests/desktop/tst_article_claims follows these.
                if (link.contains("://") || link.startsWith("mailto:") || link.startsWith("window:"))
                    continue;
                ++links;
                const QString target = QDir::cleanPath(folder + "/" + link);
                QVERIFY2(!target.startsWith("..") && isThere(target), qPrintable(document + ": " + link));
            }
        }
        QVERIFY(links > 5);
    }

    void pathsAreOurs()
    {
        int paths = 0;
        for (const QString& document : documents()) {
            const QString text = textOf(kRoot.filePath(document));
            const QString folder = QFileInfo(document).path();
            for (const QString& path : allOf(
                     text,
                     "`((?:app|core|lab|planner|profiler|resources|tests|docs|cmake)/[a-z0-9_./]+)[`:# ]")) {
                if (path.endsWith(".py")) // TorchRec's
                    continue;
                ++paths;
                QVERIFY2(isThere(path), qPrintable(document + ": " + path));
            }
            for (const QString& path : allOf(text, "`(\\.\\./[^`\\s]*)"))
                QVERIFY2(isThere(QDir::cleanPath(folder + "/" + path)), qPrintable(document + ": " + path));
        }
        QVERIFY(paths > 50);
    }

    /// No document tells a path of the machine where it was written.
    void noMachinesPaths()
    {
        for (const QString& document : documents()) {
            const QStringList found = allOf(textOf(kRoot.filePath(document)),
                                            "(?:^|[\\s`\"(])(/(?:home|work|root|Users)/[^\\s`]+)");
            QVERIFY2(found.isEmpty(), qPrintable(document + ": " + found.join(' ')));
        }
    }
};

SHARDSCOPE_TEST(TstDocuments)
#include "tst_documents.moc"
