// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/analysis_case.h"

#include "profiler/profiler.h"
#include "tests/profiler/import_case.h"

#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <cstdlib>
#include <fstream>

namespace shardscope::tests {

std::vector<ReportRow> rowsOf(const core::Report& report, const std::string& name)
{
    std::vector<ReportRow> rows;
    for (const core::Table& table : report.tables) {
        if (table.key != name)
            continue;
        const nlohmann::json json = nlohmann::json::parse(core::toJson(table));
        for (const auto& values : json["rows"]) {
            ReportRow row;
            for (std::size_t column = 0; column < table.columns.size(); ++column)
                row[table.columns[column].key] = values[column];
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

bool hasFinding(const core::Report& report, const std::string& key)
{
    return std::any_of(report.findings.begin(), report.findings.end(),
                       [&](const core::Finding& finding) { return finding.key == key; });
}

core::Report analyzed(const profiler::AnalysisInput& input, const std::string& key,
                      const profiler::AnalysisOptions& options)
{
    const auto analysis = profiler::findAnalysis(key);
    if (analysis.ok()) {
        auto report = (*analysis)->run(input, options, {});
        if (report.ok())
            return std::move(*report);
    }
    QTest::qFail(("no report of " + key).c_str(), __FILE__, __LINE__);
    return {};
}

std::string slice(const std::string& category, const std::string& name, const std::string& thread, double ts,
                  double dur, const std::string& args)
{
    return R"({"ph": "X", "cat": ")" + category + R"(", "name": ")" + name + R"(", "pid": )" +
           (category == "kernel" || category == "cuda_profiler_range" || category.rfind("gpu_", 0) == 0
                ? "0"
                : "1") +
           R"(, "tid": )" + thread + R"(, "ts": )" + std::to_string(ts) + R"(, "dur": )" +
           std::to_string(dur) + R"(, "args": {)" + args + "}}";
}

std::string joined(const std::vector<std::string>& events)
{
    std::string all;
    for (const std::string& event : events)
        all += (all.empty() ? "" : ",\n") + event;
    return all;
}

std::string correlation(int id) { return R"("correlation": )" + std::to_string(id); }

core::RunPtr runOfEvents(const std::string& events, const std::string& more)
{
    const QTemporaryDir folder;
    const std::string file = folder.filePath("trace.json").toStdString();
    std::ofstream(file) << "{\"traceEvents\": [" << events << "]" << more << "}";
    const core::RunPtr run = imported(file).run;
    // The arguments are looked up in the file, which goes away here: read them while it is there.
    struct Kept final : core::ArgumentSource {
        std::map<std::uint64_t, std::string> texts;
        std::string arguments(std::uint64_t args) const override
        {
            const auto found = texts.find(args);
            return found == texts.end() ? std::string() : found->second;
        }
    };
    const auto kept = std::make_shared<Kept>();
    for (const std::uint64_t args : run->timeline->args())
        kept->texts[args] = run->arguments->arguments(args);
    for (const core::Instant& instant : run->timeline->instants())
        kept->texts[instant.args] = run->arguments->arguments(instant.args);
    auto copy = std::make_shared<core::Run>(*run);
    copy->arguments = kept;
    return copy;
}

std::filesystem::path sharedPath(const std::string& path)
{
    const char* const given = std::getenv("SHARDSCOPE_SHARED");
    const std::filesystem::path root = given != nullptr ? given : SHARDSCOPE_SOURCE_DIR "/../shared";
    const std::filesystem::path found = root / path;
    return std::filesystem::exists(found) ? found : std::filesystem::path();
}

} // namespace shardscope::tests
