// SPDX-License-Identifier: GPL-3.0-or-later
// Reads every source of the repository and holds its includes against the arrows of docs/architecture.md.
#include "tests/architecture/include_rules.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

using namespace shardscope::tests;
namespace fs = std::filesystem;

namespace {

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// All files of the repository below \p folder, relative to the root; hidden folders and build/ are not ours.
std::vector<std::string> filesBelow(const std::string& folder)
{
    const fs::path root = SHARDSCOPE_SOURCE_DIR;
    std::vector<std::string> files;
    for (auto it = fs::recursive_directory_iterator(root / folder); it != fs::recursive_directory_iterator();
         ++it) {
        const std::string name = it->path().filename().string();
        if (it->is_directory() && (name == "build" || name == ".git" || name == ".cache" || name == "shared"))
            it.disable_recursion_pending();
        else if (it->is_regular_file() && name != ".git")
            files.push_back(fs::relative(it->path(), root).generic_string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// The values of the enum whose declaration begins with \p head in \p path.
std::vector<std::string> enumValues(const std::string& path, const std::string& head)
{
    const std::string text = contentOf(fs::path(SHARDSCOPE_SOURCE_DIR) / path);
    const std::size_t begin = text.find(head);
    const std::string body =
        begin == std::string::npos
            ? std::string()
            : text.substr(begin + head.size(), text.find('}', begin) - begin - head.size());
    static const std::regex word("[A-Za-z]\\w*");
    std::vector<std::string> values;
    for (std::sregex_iterator it(body.begin(), body.end(), word), end; it != end; ++it)
        values.push_back(it->str());
    return values;
}

/// Whether \p word stands in \p text and no letter behind it.
bool holdsWord(const std::string& text, const std::string& word)
{
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const char behind = at + word.size() < text.size() ? text[at + word.size()] : ' ';
        if (QChar::fromLatin1(behind).isLetterOrNumber() || behind == '_')
            continue;
        return true;
    }
    return false;
}

/// Fails if more than \p most of the product's sources outside of \p own hold one of \p words.
void isNamedAtMost(const std::vector<std::string>& words, const std::vector<std::string>& own, int most)
{
    static const std::map<std::string, std::string> sources = [] {
        std::map<std::string, std::string> all;
        for (const char* folder : {"core", "planner", "profiler", "app", "lab"}) {
            for (const std::string& path : filesBelow(folder)) {
                if (path.ends_with(".cpp") || path.ends_with(".h"))
                    all[path] = contentOf(fs::path(SHARDSCOPE_SOURCE_DIR) / path);
            }
        }
        return all;
    }();
    QStringList found;
    for (const auto& [path, text] : sources) {
        const bool mayName = std::ranges::any_of(
            own, [&path = path](const std::string& one) { return path.starts_with(one); });
        if (!mayName && std::ranges::any_of(
                            words, [&text = text](const std::string& word) { return holdsWord(text, word); }))
            found << QString::fromStdString(path);
    }
    QVERIFY2(found.size() <= most, qPrintable(QStringLiteral("%1 is named in %2 files, at most %3 so far: %4")
                                                  .arg(QString::fromStdString(words.front()))
                                                  .arg(found.size())
                                                  .arg(most)
                                                  .arg(found.join(' '))));
}

} // namespace

class TstIncludes : public QObject {
    Q_OBJECT
private slots:
    void rulesRefuse_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("include");
        QTest::addColumn<bool>("allowed");
        const auto row = [](const char* name, const char* path, const char* include, bool allowed) {
            QTest::newRow(name) << path << include << allowed;
        };
        row("core uses core", "core/plan/plan.cpp", "\"core/base/result.h\"", true);
        row("core uses json in cpp", "core/plan/plan.cpp", "<nlohmann/json.hpp>", true);
        row("core hides json", "core/plan/plan.h", "<nlohmann/json.hpp>", false);
        row("a header may declare json", "app/session/a.h", "<nlohmann/json_fwd.hpp>", true);
        row("core knows no Qt", "core/plan/plan.cpp", "<QString>", false);
        row("core knows no planner", "core/plan/plan.cpp", "\"planner/planner.h\"", false);
        row("core knows no Eigen", "core/plan/plan.cpp", "<Eigen/Dense>", false);
        row("planner knows no profiler", "planner/compute/a.cpp", "\"profiler/profiler.h\"", false);
        row("planner uses Eigen", "planner/calibrate/a.cpp", "<Eigen/Dense>", true);
        row("planner reads no json", "planner/search/a.cpp", "<nlohmann/json.hpp>", false);
        row("profiler knows no planner", "profiler/import/a.cpp", "\"planner/planner.h\"", false);
        row("profiler uses zlib", "profiler/import/a.cpp", "<zlib.h>", true);
        row("profiler hides zlib", "profiler/import/a.h", "<zlib.h>", false);
        row("session uses the facade", "app/session/a.cpp", "\"profiler/profiler.h\"", true);
        row("session knows no internals", "app/session/a.cpp", "\"planner/memory/memory.h\"", false);
        row("session has no window", "app/session/a.cpp", "<QWidget>", false);
        row("session uses Qt Core", "app/session/a.h", "<QString>", true);
        row("cli knows no planner", "app/cli/a.cpp", "\"planner/planner.h\"", false);
        row("cli has no window", "app/cli/a.cpp", "<QApplication>", false);
        row("desktop has windows", "app/desktop/a.h", "<QWidget>", true);
        row("desktop knows no profiler", "app/desktop/a.cpp", "\"profiler/trace/merge.h\"", false);
        row("desktop knows no cli", "app/desktop/a.cpp", "\"app/cli/verb.h\"", false);
        row("geometry knows no run", "app/desktop/timeline/geometry.h", "\"core/timeline/timeline.h\"",
            false);
        row("its painter neither", "app/desktop/timeline/painter.cpp", "\"app/desktop/timeline/run_view.h\"",
            false);
        row("its painter takes it", "app/desktop/timeline/painter.h", "\"app/desktop/timeline/geometry.h\"",
            true);
        row("its builder does", "app/desktop/timeline/geometry_builder.cpp", "\"core/timeline/timeline.h\"",
            true);
        row("from the root", "core/plan/plan.cpp", "\"plan.h\"", false);
        row("std everywhere", "core/plan/plan.h", "<vector>", true);
    }

    void rulesRefuse()
    {
        QFETCH(QString, path);
        QFETCH(QString, include);
        QFETCH(bool, allowed);
        const std::string text =
            "// SPDX-License-Identifier: GPL-3.0-or-later\n// Says what it is for.\n#pragma once\n#include " +
            include.toStdString() + "\n";
        QCOMPARE(includeViolations(path.toStdString(), text).empty(), allowed);
    }

    void headsAreChecked()
    {
        QCOMPARE(includeViolations("core/a.h", "#pragma once\n\n").size(), std::size_t{2});
        QCOMPARE(
            includeViolations("core/a.h", "// SPDX-License-Identifier: GPL-3.0-or-later\n// Says.\n").size(),
            std::size_t{1});
    }

    void sourcesKeepTheArrows()
    {
        std::size_t read = 0;
        QStringList found;
        for (const char* folder : {"core", "planner", "profiler", "app", "lab", "tests"}) {
            for (const std::string& path : filesBelow(folder)) {
                const bool source = path.size() > 4 && (path.substr(path.size() - 4) == ".cpp" ||
                                                        path.substr(path.size() - 2) == ".h");
                if (!source || path.rfind("tests/data/", 0) == 0)
                    continue;
                ++read;
                for (const std::string& violation :
                     includeViolations(path, contentOf(fs::path(SHARDSCOPE_SOURCE_DIR) / path)))
                    found << QString::fromStdString(path + ": " + violation);
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
        QVERIFY2(read > 20, "the sources were not found");
    }

    void callsAreRefused_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<bool>("allowed");
        QTest::newRow("asks") << "if (std::filesystem::exists(file))" << false;
        QTest::newRow("asks, by an alias") << "fs::is_directory(file, code);" << false;
        QTest::newRow("walks") << "for (auto& e : fs::directory_iterator(folder, code))" << false;
        QTest::newRow("a path") << "const std::filesystem::path file = fs::path(name);" << true;
        QTest::newRow("our own") << "if (core::files::exists(file))" << true;
        QTest::newRow("by the locale") << "double v = std::strtod(text, nullptr);" << false;
        QTest::newRow("by the locale, thrown") << "return std::stod(text);" << false;
        QTest::newRow("written by the locale") << "std::snprintf(text, 9, \"%.1f %%\", v);" << false;
        QTest::newRow("letters by the locale") << "c = std::tolower(c);" << false;
        QTest::newRow("letters of ASCII") << "if (core::isDigit(text[at]))" << true;
        QTest::newRow("whole numbers") << "std::fprintf(stderr, \"%d of %s\", n, s);" << true;
        QTest::newRow("a thread") << "m_thread = std::jthread([this] { run(); });" << false;
        QTest::newRow("a stream") << "std::ofstream out(file);" << false;
        QTest::newRow("a word about it") << "// as std::stod( would" << true;
    }

    void callsAreRefused()
    {
        QFETCH(QString, code);
        QFETCH(bool, allowed);
        QCOMPARE(callViolations("app/session/a.cpp", code.toStdString()).empty(), allowed);
    }

    /// What a strange path, a strange locale or a lack of threads would turn into an exception or a wrong
    /// number.
    void callsAreSafe()
    {
        QStringList found;
        for (const char* folder : {"core", "planner", "profiler", "app", "lab"}) {
            for (const std::string& path : filesBelow(folder)) {
                if (!path.ends_with(".cpp") && !path.ends_with(".h"))
                    continue;
                for (const std::string& violation :
                     callViolations(path, contentOf(fs::path(SHARDSCOPE_SOURCE_DIR) / path)))
                    found << QString::fromStdString(path + ": " + violation);
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    void circlesAreFound()
    {
        FolderGraph graph;
        graph.add("a/x/one.cpp", "#include \"a/y/two.h\"\n#include \"a/x/other.h\"\n");
        graph.add("a/y/two.h", "#include \"a/z/three.h\"\n");
        QVERIFY(graph.circle().empty());
        graph.add("a/z/three.cpp", "#include \"a/y/two.h\"\n");
        QCOMPARE(graph.circle(), (std::vector<std::string>{"a/y/two.h includes a/z/three.h",
                                                           "a/z/three.cpp includes a/y/two.h"}));
    }

    /// Arrows between folders go one way; a folder is small enough to be read at a glance, and is on the map.
    void foldersAreRooms()
    {
        FolderGraph graph;
        std::map<std::string, int> sources;
        for (const char* folder : {"core", "planner", "profiler", "app", "lab"}) {
            for (const std::string& path : filesBelow(folder)) {
                const bool source = path.ends_with(".cpp");
                if (!source && !path.ends_with(".h"))
                    continue;
                graph.add(path, contentOf(fs::path(SHARDSCOPE_SOURCE_DIR) / path));
                if (source)
                    ++sources[path.substr(0, path.rfind('/'))];
            }
        }
        QStringList circle;
        for (const std::string& include : graph.circle())
            circle << QString::fromStdString(include);
        QVERIFY2(circle.isEmpty(), qPrintable(circle.join('\n')));
        QVERIFY(sources.size() > 40);
        const std::string map = contentOf(fs::path(SHARDSCOPE_SOURCE_DIR) / "docs/architecture.md");
        for (const auto& [folder, count] : sources) {
            QVERIFY2(count <= 16, qPrintable(QString::fromStdString(folder + " has too many sources: ") +
                                             QString::number(count)));
            const std::string room = folder.substr(folder.rfind('/') + 1) + "`";
            QVERIFY2(map.find("`" + room) != std::string::npos || map.find("/" + room) != std::string::npos,
                     qPrintable(QString::fromStdString("docs/architecture.md does not name " + folder)));
        }
    }

    /// Checks, steps and searches go through the table: each parallelism is known to its own file alone.
    void aParallelismIsOneFile()
    {
        const auto sourceOf = [](const std::string& path) {
            return contentOf(fs::path(SHARDSCOPE_SOURCE_DIR) / path);
        };
        static const std::regex declared("extern const Parallelism (k[A-Za-z]+);");
        const std::string header = sourceOf("planner/parallelism/parallelism.h");
        std::size_t parallelisms = 0;
        for (std::sregex_iterator it(header.begin(), header.end(), declared), end; it != end; ++it) {
            ++parallelisms;
            QStringList defined;
            for (const std::string& path : filesBelow("planner")) {
                const std::string text = sourceOf(path);
                if (text.find("constinit const Parallelism " + (*it)[1].str() + "{") != std::string::npos)
                    defined << QString::fromStdString(path);
                else if (text.find((*it)[1].str()) != std::string::npos)
                    QVERIFY2(path == "planner/parallelism/parallelism.h" ||
                                 path == "planner/parallelism/builtin.cpp",
                             qPrintable(QString::fromStdString(path + " names " + (*it)[1].str())));
            }
            QCOMPARE(defined.size(), 1);
            QVERIFY(defined.front().startsWith("planner/parallelism/"));
            QVERIFY(sourceOf(defined.front().toStdString()).find(".legal = ") != std::string::npos);
        }
        QVERIFY(parallelisms >= 8);
        const std::string step = sourceOf("planner/step/step.cpp");
        QVERIFY(step.find("kParallelisms") != std::string::npos);
        for (const char* degree : {"axes", "sharding", "residency", "phases"})
            QVERIFY2(step.find(degree) == std::string::npos, degree);
    }

    /// What a framework can, means and does stands in its own file: who else names one is listed here, for
    /// what is of that program alone (its estimator, the strategy called after it), and the default.
    void aFrameworkIsTwoFiles()
    {
        static const std::set<std::string> alone{"app/session/plan/plan_strategies.cpp",
                                                 "core/plan/framework_names.h", "core/plan/plan.h",
                                                 "planner/estimate/deepspeed_estimator.cpp"};
        static const std::regex named("(Framework|Implementation)::[A-Z]");
        for (const char* folder : {"core", "planner", "profiler", "app", "lab"}) {
            for (const std::string& path : filesBelow(folder)) {
                const std::string text = contentOf(fs::path(SHARDSCOPE_SOURCE_DIR) / path);
                if (!path.starts_with("planner/framework/") && alone.count(path) == 0)
                    QVERIFY2(!std::regex_search(text, named), path.c_str());
            }
        }
        static const std::regex row("X\\([A-Z]\\w*, \"([a-z0-9-]+)\"\\)");
        const std::string names = contentOf(fs::path(SHARDSCOPE_SOURCE_DIR) / "core/plan/framework_names.h");
        const auto files = filesBelow("planner/framework");
        std::size_t frameworks = 0;
        for (std::sregex_iterator it(names.begin(), names.end(), row), end; it != end; ++it) {
            std::string file = "/" + (*it)[1].str() + ".cpp";
            std::ranges::replace(file, '-', '_');
            const auto isIts = [&](const std::string& path) { return path.ends_with(file); };
            QVERIFY2(std::ranges::any_of(files, isIts), file.c_str());
            ++frameworks;
        }
        QVERIFY(frameworks >= 17);
    }

    /// Schedules whose orders are timed are a name, a row and who runs them; who else names one is counted,
    /// and a new one is named nowhere else.
    void aScheduleIsItsRow()
    {
        static const std::map<std::string, int> most{{"Gpipe", 10},    {"OneForwardOneBackward", 14},
                                                     {"Phased", 17},   {"Interleaved", 13},
                                                     {"Zbv", 2},       {"ZeroBubble", 2},
                                                     {"DualPipeV", 10}};
        const std::vector<std::string> names = enumValues("core/plan/plan.h", "enum class Schedule {");
        QVERIFY(names.size() >= 12);
        for (const std::string& name : names)
            isNamedAtMost({"Schedule::" + name, "ScheduleKind::" + name},
                          {"planner/schedule/", "planner/framework/", "core/plan/plan.h"},
                          most.count(name) == 0 ? 0 : most.at(name));
    }

    /// Degrees are read where they are treated in a way of their own: by how many files beside their own is
    /// counted.
    void aDegreeIsReadByFew()
    {
        static const std::map<std::string, int> most{
            {"tensor", 59},  {"tensorSecond", 15}, {"replica", 38}, {"sequenceParallel", 29},
            {"context", 38}, {"pipeline", 58},     {"expert", 33},  {"virtualStages", 28}};
        constexpr int kLeast = 9; // expertTensor's
        const std::string axes = contentOf(fs::path(SHARDSCOPE_SOURCE_DIR) / "core/plan/axes.h");
        static const std::regex member("(std::int64_t|bool) ([a-zA-Z]+) = ");
        int degrees = 0;
        for (std::sregex_iterator it(axes.begin(), axes.end(), member), end; it != end; ++it) {
            const std::string name = (*it)[2].str();
            isNamedAtMost({"axes." + name}, {"planner/parallelism/", "planner/framework/", "core/plan/"},
                          most.count(name) == 0 ? kLeast : most.at(name));
            ++degrees;
        }
        QVERIFY(degrees >= 9);
    }

    void noMachineIsNamed()
    {
        QVERIFY(!wordViolations(std::string("cd /wo") + "rk/x").empty());
        for (const std::string& path : filesBelow("")) {
            const auto size = fs::file_size(fs::path(SHARDSCOPE_SOURCE_DIR) / path);
            const bool packed = path.size() > 3 && path.substr(path.size() - 3) == ".gz";
            if (size > (8u << 20) || packed)
                continue;
            for (const std::string& word : wordViolations(contentOf(fs::path(SHARDSCOPE_SOURCE_DIR) / path)))
                QFAIL(qPrintable(QString::fromStdString(path + " names a folder of a machine: " + word)));
        }
    }
};

SHARDSCOPE_TEST(TstIncludes)
#include "tst_includes.moc"
