// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/search_numbers.h"
#include "app/session/study/study.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/io/document.h"
#include "core/io/files.h"
#include "core/io/spec_reader.h"
#include "core/io/text_file.h"
#include "core/storage/named_item.h"
#include "core/units/text.h"

#include <algorithm>
#include <array>
#include <set>

namespace shardscope::app {
namespace {

using core::Result;
using core::SpecReader;
using core::Value;

constexpr double kMostTokens = 1e18;
constexpr double kMostCurrency = 1e15;
constexpr double kMostRate = 1e6;
constexpr double kMostWatts = 1e5;
constexpr std::int64_t kMostDevices = std::int64_t{1} << 24;

/// A draft may lack tokens and scenarios.
enum class Wanted : std::uint8_t { Whole, Draft };

/// A number, or three: low, likely, high.
std::optional<Spread> spreadOf(SpecReader& reader, const char* key, double lowest, double highest)
{
    const Value* value = reader.find(key);
    if (value == nullptr)
        return {};
    if (value->kind != Value::Kind::Array) {
        const double one = reader.number(key, lowest, highest);
        return Spread{one, one, one};
    }
    const std::vector<double> three = reader.numbers(key, lowest, highest);
    if (reader.failed())
        return {};
    if (three.size() != 3 || !std::ranges::is_sorted(three)) {
        reader.fail(core::ErrorCode::Inconsistent,
                    {core::phrase(W_("three numbers are wanted: low, likely, high"))}, key);
        return {};
    }
    return Spread{three[0], three[1], three[2]};
}

/// "15T" or a number.
double countAt(SpecReader& reader, const char* key, double highest)
{
    const Value* value = reader.find(key);
    if (value == nullptr || value->kind != Value::Kind::Text)
        return reader.number(key, 1, highest);
    auto count = countOf(value->text, {});
    if (!count.ok()) {
        reader.fail(count.error(), key);
        return 0;
    }
    return *count;
}

/// Options of a plan: {"tensor": 8, "recompute": "full"}.
std::vector<std::pair<std::string, std::string>> planOptions(SpecReader& reader)
{
    std::vector<std::pair<std::string, std::string>> options;
    reader.inside("plan", false, [&](SpecReader& plan) {
        for (const std::string& key : plan.keys()) {
            std::string option = key;
            std::ranges::replace(option, '_', '-');
            const Value* value = plan.find(key);
            options.emplace_back(option, value != nullptr && value->kind == Value::Kind::Bool
                                             ? (value->flag ? "true" : "false")
                                             : plan.scalar(key));
        }
    });
    return options;
}

StudyJob jobOf(SpecReader& reader, Wanted wanted)
{
    StudyJob job;
    job.model = reader.text("model");
    if (wanted == Wanted::Whole || reader.has("tokens"))
        job.tokens = countAt(reader, "tokens", kMostTokens);
    if (reader.has("global_batch"))
        job.globalBatch = reader.scalar("global_batch");
    job.sequenceLength = reader.wholeOr("sequence_length", 0, {1, std::int64_t{1} << 30});
    job.precision = reader.textOr("precision", {});
    if (reader.has("deadline"))
        job.deadline = reader.quantity("deadline", core::kSecond, 1);
    if (reader.has("budget"))
        job.budget = countAt(reader, "budget", kMostCurrency);
    if (reader.has("carbon_grams_per_kwh"))
        job.carbonPerKwh = reader.number("carbon_grams_per_kwh", 0, kMostRate);
    job.plan = planOptions(reader);
    reader.inside("failures", false, [&](SpecReader& one) { job.failures = readFailures(one); });
    reader.rejectUnused();
    return job;
}

StudyScenario scenarioOf(SpecReader& reader)
{
    StudyScenario scenario;
    scenario.recording = reader.textOr("recording", {});
    if (scenario.recording.empty() || reader.has("hardware"))
        scenario.hardware = reader.text("hardware");
    if (reader.has("devices"))
        scenario.devices = reader.scalar("devices");
    else if (scenario.recording.empty())
        reader.fail(core::ErrorCode::MissingKey, {"devices"});
    scenario.name = reader.textOr(
        "name", scenario.hardware.empty() ? scenario.recording : scenario.devices + " " + scenario.hardware);
    scenario.framework = reader.textOr("framework", {});
    if (reader.has("price_per_hour"))
        scenario.price = reader.number("price_per_hour", 0, kMostRate);
    scenario.spareDevices = reader.wholeOr("spare_devices", 0, {0, kMostDevices});
    scenario.plan = planOptions(reader);
    reader.inside("changes", false, [&](SpecReader& changes) {
        scenario.changes.network = changes.numberOr("network", 1, 1e-3, 1e3);
        scenario.changes.memory = changes.numberOr("memory", 1, 1e-3, 1e3);
        scenario.changes.rate = changes.numberOr("rate", 1, 1e-3, 1e3);
        scenario.changes.host = changes.numberOr("host", 1, 1e-3, 1e3);
        if (changes.has("power_cap"))
            scenario.changes.powerCap = changes.number("power_cap", 1, kMostWatts);
        changes.inside("figures", false, [&](SpecReader& figures) {
            for (const std::string& key : figures.keys())
                scenario.changes.figures.emplace_back(key, figures.scalar(key));
        });
        changes.rejectUnused();
    });
    reader.inside("failures", false, [&](SpecReader& one) { scenario.failures = readFailures(one); });
    reader.rejectUnused();
    return scenario;
}

Result<JobStudy> studyOf(const Value& document, const std::string& file, Wanted wanted)
{
    core::FirstError errors;
    SpecReader reader(document, {}, errors);
    JobStudy study;
    study.file = file;
    reader.inside("job", true, [&](SpecReader& job) { study.job = jobOf(job, wanted); });
    std::set<std::string> names;
    reader.eachOf("scenarios", true, [&](SpecReader& one) {
        study.scenarios.push_back(scenarioOf(one));
        if (!one.failed() && !names.insert(study.scenarios.back().name).second)
            one.fail(core::ErrorCode::Inconsistent,
                     {core::phrase(W_("two scenarios are called %1"), {study.scenarios.back().name})},
                     "name");
    });
    if (wanted == Wanted::Whole && !reader.failed() && study.scenarios.empty())
        reader.fail(core::ErrorCode::MissingKey, {"scenarios"});
    reader.rejectUnused();
    if (errors)
        return errors.get()->in(file);
    return study;
}

} // namespace

StudyFailures readFailures(core::SpecReader& reader)
{
    StudyFailures failures;
    failures.perThousandNodeDays = spreadOf(reader, "interruptions_per_1000_node_days", 0, kMostRate);
    if (const auto minutes = spreadOf(reader, "restart_minutes", 0, kMostRate))
        failures.restart = *minutes * 60;
    failures.checkpointRate = spreadOf(reader, "checkpoint_bytes_per_second", 1, kMostTokens);
    failures.otherTime = spreadOf(reader, "other_time", 0, 0.99);
    reader.rejectUnused();
    return failures;
}

Result<JobStudy> readStudy(const std::filesystem::path& file)
{
    if (const auto address = core::itemAddress(file.string())) {
        SHARDSCOPE_TRY(const core::NamedItem item,
                       core::readNamedItem(*address, std::array{core::ItemKind::Study}));
        SHARDSCOPE_TRY(const Value kept, core::parseJsonText(item.text, file.string()));
        return readStudy(kept, file.string());
    }
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(file));
    SHARDSCOPE_TRY(const Value document, core::parseDocument(text, file));
    return readStudy(document, file.string());
}

Result<JobStudy> readStudy(const Value& document, const std::string& file)
{
    return studyOf(document, file, Wanted::Whole);
}

bool isStudyFile(const std::filesystem::path& file)
{
    if (const auto address = core::itemAddress(file.string()))
        return core::readNamedItem(*address, std::array{core::ItemKind::Study}).ok();
    constexpr std::size_t kEnough = std::size_t{1} << 20;
    if (!core::files::isPlain(file))
        return false;
    const auto head = core::readTextHead(file, kEnough);
    if (!head.ok())
        return false;
    const std::string& text = *head;
    const auto line = [&](const std::string& words) {
        return text.starts_with(words) || text.find("\n" + words) != std::string::npos;
    };
    if ((line("job:") && line("scenarios:")) || (line("[job]") && line("[[scenarios]]"))) // YAML, TOML
        return true;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos || text[first] != '{' || text.find("\"scenarios\"") == std::string::npos ||
        text.find("\"job\"") == std::string::npos)
        return false;
    const auto document = core::parseJsonText(text, file.string());
    // One with a slip in it is told by its words: whoever reads it says where.
    return !document.ok() || (document->find("job") != nullptr && document->find("scenarios") != nullptr);
}

Result<JobStudy> readStudyDraft(const Value& document) { return studyOf(document, {}, Wanted::Draft); }

} // namespace shardscope::app
