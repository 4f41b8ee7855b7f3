// SPDX-License-Identifier: GPL-3.0-or-later
// The table of floors and arrows (docs/architecture.md, "Floors and arrows").
#include "tests/architecture/include_rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <sstream>

namespace shardscope::tests {
namespace {

bool startsWith(std::string_view text, std::string_view prefix)
{
    return text.substr(0, prefix.size()) == prefix;
}
bool endsWith(std::string_view text, std::string_view suffix)
{
    return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

/// One floor: which own headers and which libraries its files may include.
struct Floor {
    std::string folder;
    std::vector<std::string> own;       ///< prefixes of quoted includes
    std::vector<std::string> libraries; ///< prefixes of angled includes beside std, in .cpp files only
    bool qt = false;
};

const std::vector<Floor>& floors()
{
    static const std::vector<Floor> all{
        {"core/",
         {"core/", "shardscope_config.h"},
         {"nlohmann/", "yaml-cpp/", "toml++/", "sqlite3.h", "fcntl.h", "malloc.h", "pthread.h", "unistd.h",
          "poll.h", "sys/"},
         false},
        {"planner/", {"core/", "planner/"}, {"Eigen/", "unsupported/Eigen/"}, false},
        {"profiler/",
         {"core/", "profiler/"},
         {"sqlite3.h", "simdjson.h", "zlib.h", "isa-l", "zstd.h", "google/protobuf/", "proto/", "archive.h",
          "archive_entry.h", "Eigen/", "fcntl.h", "unistd.h", "sys/", "emmintrin.h"},
         false},
        {"app/session/",
         {"core/",
          "planner/planner.h",
          "planner/layout.h",
          "planner/recommender.h",
          "planner/calibration.h",
          "planner/collectives.h",
          "planner/search.h",
          "planner/recorded_rates.h",
          "planner/simulate.h",
          "profiler/profiler.h",
          "profiler/analyze/overview/overview.h",
          "profiler/analyze/ranks/pipeline_actions.h",
          "profiler/analyze/selection/run_cut.h",
          "profiler/compare/",
          "profiler/analyze/selection/part_report.h",
          "profiler/analyze/memory/recorded_memory.h",
          "profiler/sql/sql_session.h",
          "profiler/trace/jobs.h",
          "app/session/",
          "shardscope_config.h"},
         {"nlohmann/", "langinfo.h"},
         true},
        {"app/cli/",
         {"core/", "app/session/", "app/cli/", "app/mpi/mpi_plugin.h", "shardscope_config.h"},
         {"CLI/", "nlohmann/", "unistd.h", "fcntl.h", "poll.h", "spawn.h", "dlfcn.h", "sys/"},
         true},
        {"lab/",
         {"core/", "planner/planner.h", "planner/calibration.h", "profiler/profiler.h", "app/session/",
          "app/cli/", "lab/"},
         {"CLI/"},
         true},
        {"app/mpi/", {"app/mpi/"}, {"mpi.h"}, false},
        {"app/desktop/", {"core/", "app/session/", "app/desktop/", "shardscope_config.h"}, {}, true},
    };
    return all;
}

const Floor* floorOf(const std::string& path)
{
    for (const Floor& floor : floors()) {
        if (startsWith(path, floor.folder))
            return &floor;
    }
    return nullptr;
}

bool isQt(const std::string& name)
{
    return name.size() > 1 && name[0] == 'Q' && name.find('.') == std::string::npos;
}
bool isQtWidgets(const std::string& name)
{
    static const std::array<const char*, 8> prefixes{"QtWidgets",    "QtCharts", "QWidget",  "QMainWindow",
                                                     "QApplication", "QtGui",    "QPainter", "QDialog"};
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](const char* prefix) { return startsWith(name, prefix); });
}
bool isStandard(const std::string& name)
{
    return name.find('/') == std::string::npos && name.find('.') == std::string::npos && !isQt(name);
}
bool matchesAny(const std::string& name, const std::vector<std::string>& prefixes)
{
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](const std::string& prefix) { return startsWith(name, prefix); });
}

/// Files that know less than their floor does.
struct Enclosure {
    std::string file;             ///< the beginning of its path
    std::vector<std::string> own; ///< prefixes of quoted includes
};

const std::vector<Enclosure>& enclosures()
{
    static const std::vector<Enclosure> all{
        // What a frame shows is a closed value, and its painter knows nothing else.
        {"app/desktop/timeline/geometry.h", {}},
        {"app/desktop/timeline/painter.",
         {"app/desktop/theme/", "app/desktop/timeline/geometry.h", "app/desktop/timeline/painter.h"}},
    };
    return all;
}

/// Why \p path may not include \p name, if so.
std::optional<std::string> refusal(const std::string& path, const Floor& floor, const std::string& name,
                                   bool quoted)
{
    if (quoted) {
        for (const Enclosure& enclosure : enclosures()) {
            if (startsWith(path, enclosure.file) && !matchesAny(name, enclosure.own))
                return path + " must not include \"" + name + "\": it is a closed value, or paints one";
        }
        if (endsWith(name, ".moc") || matchesAny(name, floor.own))
            return std::nullopt;
        return floor.folder + " must not include \"" + name + "\"";
    }
    if (isStandard(name))
        return std::nullopt;
    if (isQt(name)) {
        if (!floor.qt)
            return "no Qt below app: <" + name + ">";
        if (floor.folder != "app/desktop/" && isQtWidgets(name))
            return "only app/desktop knows windows: <" + name + ">";
        return std::nullopt;
    }
    // What Qt's public headers do not have: its factor of a screen, for zooming.
    if (path == "app/desktop/base/zoom.cpp" && name == "QtGui/private/qhighdpiscaling_p.h")
        return std::nullopt;
    if (!matchesAny(name, floor.libraries))
        return floor.folder + " must not use <" + name + ">";
    if (!endsWith(path, ".cpp") && name != "nlohmann/json_fwd.hpp") // which only declares
        return "third-party headers only in .cpp files: <" + name + ">";
    return std::nullopt;
}

} // namespace

std::vector<std::string> includeViolations(const std::string& path, std::string_view text)
{
    std::vector<std::string> found;
    const Floor* floor = floorOf(path);
    static const std::regex include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    std::istringstream lines{std::string(text)};
    std::string line;
    bool pragmaOnce = false;
    for (int number = 1; std::getline(lines, line); ++number) {
        if (number == 1 && !startsWith(line, "// SPDX-License-Identifier: GPL-3.0-or-later"))
            found.push_back("line 1: the licence line is missing");
        if (number == 2 && endsWith(path, ".h") && !startsWith(line, "//"))
            found.push_back("line 2: say what the file is for");
        pragmaOnce = pragmaOnce || startsWith(line, "#pragma once");
        std::smatch match;
        if (!std::regex_search(line, match, include))
            continue;
        const bool quoted = match[1] == "\"";
        const std::string name = match[2];
        std::optional<std::string> why;
        if (floor)
            why = refusal(path, *floor, name, quoted);
        if (!why && quoted &&
            (startsWith(name, "./") || startsWith(name, "../") || name.find('/') == std::string::npos) &&
            name != "shardscope_config.h" && !endsWith(name, ".moc"))
            why = "include from the root: \"" + name + "\"";
        if (why)
            found.push_back("line " + std::to_string(number) + ": " + *why);
    }
    if (endsWith(path, ".h") && !pragmaOnce)
        found.push_back("line 1: #pragma once is missing");
    return found;
}

void FolderGraph::add(const std::string& path, std::string_view text)
{
    const auto folderOf = [](const std::string& file) { return file.substr(0, file.rfind('/')); };
    static const std::regex include(R"re(^\s*#\s*include\s*"([^"]+/[^"]+)")re");
    std::istringstream lines{std::string(text)};
    std::string line;
    std::smatch match;
    while (std::getline(lines, line)) {
        if (!std::regex_search(line, match, include))
            continue;
        const std::string name = match[1];
        if (folderOf(name) != folderOf(path))
            m_arrows[folderOf(path)].emplace(folderOf(name), path + " includes " + name);
    }
}

std::vector<std::string> FolderGraph::circle() const
{
    enum class Mark { Open, Done };
    std::map<std::string, Mark> marks;
    std::vector<std::string> way; ///< folders from where the walk began to where it is
    const std::function<std::vector<std::string>(const std::string&)> trace =
        [&](const std::string& folder) -> std::vector<std::string> {
        marks[folder] = Mark::Open;
        way.push_back(folder);
        const auto arrows = m_arrows.find(folder);
        if (arrows != m_arrows.end()) {
            for (const auto& [to, why] : arrows->second) {
                const auto mark = marks.find(to);
                if (mark == marks.end()) {
                    auto found = trace(to);
                    if (!found.empty())
                        return found;
                } else if (mark->second == Mark::Open) {
                    std::vector<std::string> found;
                    for (auto at = std::find(way.begin(), way.end(), to); at != way.end(); ++at)
                        found.push_back(m_arrows.at(*at).at(at + 1 == way.end() ? to : *(at + 1)));
                    return found;
                }
            }
        }
        way.pop_back();
        marks[folder] = Mark::Done;
        return {};
    };
    for (const auto& [folder, arrows] : m_arrows) {
        if (marks.count(folder) == 0) {
            auto found = trace(folder);
            if (!found.empty())
                return found;
        }
    }
    return {};
}

std::vector<std::string> callViolations(const std::string& path, std::string_view text)
{
    struct Rule {
        std::regex call;
        std::string where; ///< the one file that may
        std::string instead;
    };
    static const std::vector<Rule> rules{
        {std::regex(
             R"((filesystem|fs)::(exists|status|symlink_status|is_\w+|file_size|last_write_time|equivalent|canonical|)"
             R"(weakly_canonical|absolute|relative|proximate|current_path|temp_directory_path|read_symlink|space|)"
             R"(create_\w+|copy\w*|remove\w*|rename|resize_file|permissions|directory_entry|directory_iterator|)"
             R"(recursive_directory_iterator)\b)"),
         "core/io/files.cpp", "it may throw: core/io/files.h asks the file system"},
        {std::regex(
             R"(\b(std::)?(sto[dfi]|stol|stoll|stoul|stoull|stold|strto\w+|ato[fil]|sscanf|localeconv)\s*\()"),
         "", "it reads by the locale, or throws: std::from_chars, core/units/plain_number.h"},
        {std::regex(R"(\b(std::)?(to(lower|upper)|is(alpha|alnum|digit|space|upper|lower|punct))\s*\()"), "",
         "it reads letters by the locale: core/base/ascii.h"},
        {std::regex(R"(printf\s*\([^;]*%[-+ #0-9.*]*[aefgAEFG])"), "",
         "it writes by the locale: core/units/plain_number.h"},
        {std::regex(R"(\bstd::thread\s*[({]|\bstd::jthread\s*[({]|\bstd::async\s*\()"),
         "core/base/start_thread.h",
         "it throws where the system has no more threads: core/base/start_thread.h"},
        {std::regex(R"(\bstd::(i|o)?fstream\b)"), "",
         "it keeps no reason: core/io/text_file.h, OutputFile, FileHandle"},
    };
    std::vector<std::string> found;
    std::istringstream lines{std::string(text)};
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        for (const Rule& rule : rules) {
            std::smatch match;
            const std::string code = line.substr(0, line.find("//"));
            if (path != rule.where && std::regex_search(code, match, rule.call))
                found.push_back("line " + std::to_string(number) + ": " + match.str() + ": " + rule.instead);
        }
    }
    return found;
}

std::vector<std::string> wordViolations(std::string_view text)
{
    // Folders of somebody's machine. Written in two parts, so that this file does not hold them.
    static const std::array<std::string, 4> words{std::string("/ho") + "me/", std::string("/ro") + "ot/",
                                                  std::string("/wo") + "rk/", std::string("/Us") + "ers/"};
    std::vector<std::string> found;
    for (const std::string& word : words) {
        for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
            // "pages" before it is a folder of ours, a machine's begins there.
            if (at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0) {
                found.push_back(word);
                break;
            }
        }
    }
    return found;
}

} // namespace shardscope::tests
