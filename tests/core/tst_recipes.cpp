// SPDX-License-Identifier: GPL-3.0-or-later
// The recipes in packaging/ and the release's notes say what the build says: name, program, version, day,
// libraries.
#include "core/io/value.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace shardscope;
using core::Value;

namespace {

QString textOf(const char* path)
{
    QFile file(QString::fromStdString(tests::sourceFile(path)));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

Value recipe(const char* path)
{
    const auto documents = core::parseYamlText(textOf(path).toStdString(), path);
    return documents.ok() && documents->size() == 1 ? documents->front() : Value();
}

/// The text at \p keys below \p value; empty where there is none.
std::string textAt(const Value& value, const std::vector<const char*>& keys)
{
    const Value* at = &value;
    for (const char* key : keys) {
        at = at->find(key);
        if (!at)
            return {};
    }
    return at->text;
}

std::vector<std::string> textsOf(const Value* list)
{
    std::vector<std::string> texts;
    for (const Value& item : list ? list->items : std::vector<Value>{})
        texts.push_back(item.text);
    return texts;
}

/// The first group of \p pattern in \p text.
QString found(const QString& text, const char* pattern)
{
    return QRegularExpression(QString::fromLatin1(pattern), QRegularExpression::MultilineOption)
        .match(text)
        .captured(1);
}

const char* const kId = "io.github.shardscope.Shardscope";

} // namespace

class TstRecipes : public QObject {
    Q_OBJECT
private slots:
    void theNewestReleaseIsThisVersion()
    {
        const QString build = textOf("CMakeLists.txt");
        const QString version = found(build, "^project\\(shardscope VERSION (\\S+)");
        const QString day = found(build, "^set\\(SHARDSCOPE_RELEASE_DATE (\\S+)\\)");
        QVERIFY(!version.isEmpty());
        QVERIFY(!day.isEmpty());
        QCOMPARE(found(textOf("CHANGELOG.md"), "^## (.*)$"), version + " (" + day + ")");
    }

    void flatpakBuildsTheProgram()
    {
        const Value manifest = recipe("packaging/io.github.shardscope.Shardscope.yaml");
        const QString desktop = textOf("resources/desktop/io.github.shardscope.Shardscope.desktop");
        QCOMPARE(textAt(manifest, {"app-id"}), std::string(kId));
        QCOMPARE(textAt(manifest, {"command"}), found(desktop, "^Exec=(\\S+)").toStdString());
        QCOMPARE(found(desktop, "^Icon=(.*)$"), QString(kId));
        const Value* modules = manifest.find("modules");
        QVERIFY(modules && modules->items.size() > 5);
        QCOMPARE(textAt(modules->items.back(), {"name"}), std::string("shardscope"));
    }

    /// Nothing is fetched that is not known to the last byte.
    void flatpakKnowsItsSources()
    {
        const Value manifest = recipe("packaging/io.github.shardscope.Shardscope.yaml");
        int archives = 0;
        for (const Value& module : manifest.find("modules")->items) {
            for (const Value& source : module.find("sources")->items) {
                if (textAt(source, {"type"}) == "dir")
                    continue;
                ++archives;
                QCOMPARE(textAt(source, {"type"}), std::string("archive"));
                QVERIFY(textAt(source, {"url"}).starts_with("https://deb.debian.org/debian/pool/main/"));
                QCOMPARE(textAt(source, {"sha256"}).size(), std::size_t(64));
            }
        }
        QCOMPARE(archives, 7);
    }

    /// docs/security.md promises it.
    void flatpakHasNoNetworkAndNoFolders()
    {
        const Value manifest = recipe("packaging/io.github.shardscope.Shardscope.yaml");
        const std::vector<std::string> rights = textsOf(manifest.find("finish-args"));
        QVERIFY(!rights.empty());
        for (const std::string& right : rights)
            QVERIFY2(right != "--share=network" && !right.starts_with("--filesystem"), right.c_str());
    }

    void appImageHoldsTheProgram()
    {
        const Value image = recipe("packaging/appimage.yml");
        QCOMPARE(textAt(image, {"AppDir", "app_info", "id"}), std::string(kId));
        QCOMPARE(textAt(image, {"AppDir", "app_info", "icon"}), std::string(kId));
        QCOMPARE(textAt(image, {"AppDir", "app_info", "exec"}), std::string("usr/bin/shardscope"));
    }

    /// Each library that the build asks for is in the image; tests/setup/packages.sh holds the same of what
    /// is linked.
    void appImageBringsTheLibraries()
    {
        const Value image = recipe("packaging/appimage.yml");
        const std::vector<std::string> packages = textsOf(image.find("AppDir")->find("apt")->find("include"));
        for (const char* library :
             {"libqt6charts", "libqt6svg", "libqt6widgets", "libyaml-cpp", "libsimdjson", "libprotobuf",
              "libsqlite3", "libarchive", "libisal", "zlib1g"})
            QVERIFY2(std::any_of(packages.begin(), packages.end(),
                                 [&](const std::string& package) { return package.starts_with(library); }),
                     library);
    }
};

SHARDSCOPE_TEST(TstRecipes)
#include "tst_recipes.moc"
