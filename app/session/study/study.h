// SPDX-License-Identifier: GPL-3.0-or-later
// A study as it is asked: one job, and the ways in which it could be run.
#pragma once

#include "core/base/result.h"
#include "core/io/value.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::core {
class SpecReader;
}

namespace shardscope::app {

inline constexpr double kStudyDay = 86400; ///< seconds

/// An input that is not known exactly.
struct Spread {
    double low = 0;
    double likely = 0;
    double high = 0;

    friend Spread operator*(Spread spread, double factor)
    {
        return {spread.low * factor, spread.likely * factor, spread.high * factor};
    }
};

/// What interrupts a job and what that costs; what is not said is taken from resources/reliability.json.
struct StudyFailures {
    std::optional<Spread> perThousandNodeDays; ///< interruptions, of a node of devicesPerNode
    std::optional<Spread> restart;             ///< seconds, from the interruption to the first new step
    std::optional<Spread> checkpointRate;      ///< bytes a second of all devices together
    std::optional<Spread> otherTime;           ///< fraction that evaluations, upkeep and people take
};

struct StudyJob {
    std::string model; ///< catalogue name or file
    double tokens = 0;
    std::string globalBatch;            ///< "1024" or "256..1024"; empty: the search chooses
    std::int64_t sequenceLength = 0;    ///< 0: the model's
    std::string precision;              ///< "bf16", "fp8"; empty: the search's own
    std::optional<double> deadline;     ///< seconds
    std::optional<double> budget;       ///< currency
    std::optional<double> carbonPerKwh; ///< grams; none: no carbon is told
    std::vector<std::pair<std::string, std::string>> plan; ///< further plan options that all scenarios share
    StudyFailures failures;
};

/// A machine changed by factors; 1: as it is described.
struct StudyChanges {
    double network = 1;             ///< bandwidth between nodes
    double memory = 1;              ///< capacity of a device
    double rate = 1;                ///< peaks of its engines
    double host = 1;                ///< bandwidth of the hosts' memory and NVMe
    std::optional<double> powerCap; ///< watts of a device
    /// Figures by their keys (machine_figures.h), as one types them.
    std::vector<std::pair<std::string, std::string>> figures;
};

struct StudyScenario {
    std::string name;
    std::string hardware;          ///< catalogue name or file
    std::string devices;           ///< "512", or "256..1024": as few as the deadline allows
    std::string framework;         ///< empty: any
    std::string recording;         ///< of a run, whose machine, devices, framework and layout are taken
    std::optional<double> price;   ///< of a device and hour; none: no money is told
    std::int64_t spareDevices = 0; ///< paid for, and not in the plan
    StudyChanges changes;
    std::vector<std::pair<std::string, std::string>> plan; ///< plan options of this scenario alone
    StudyFailures failures;                                ///< where other than the job's
};

struct JobStudy {
    std::string file;
    StudyJob job;
    std::vector<StudyScenario> scenarios;
};

/// A study file, JSON, YAML or TOML (docs/study.md), or a study of a project (FILE.shardscope#NAME). Errors:
/// of the file and its format; UnknownKey, MissingKey, WrongType and OutOfRange with their places.
[[nodiscard]] core::Result<JobStudy> readStudy(const std::filesystem::path& file);
[[nodiscard]] core::Result<JobStudy> readStudy(const core::Value& document, const std::string& file);
/// The keys of "failures" alone, of a job, a scenario or a training that was published.
[[nodiscard]] StudyFailures readFailures(core::SpecReader& reader);

/// Whether \p file is a study, by what it says at its top; false where it cannot be read.
[[nodiscard]] bool isStudyFile(const std::filesystem::path& file);
/// One that is still being written: no tokens (0) and no scenarios may be said yet.
[[nodiscard]] core::Result<JobStudy> readStudyDraft(const core::Value& document);
/// \p study as its file says it: readStudy() reads the same.
[[nodiscard]] core::Value studyDocument(const JobStudy& study);

} // namespace shardscope::app
