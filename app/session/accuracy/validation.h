// SPDX-License-Identifier: GPL-3.0-or-later
// Published and measured cases (contract, section 4) held against what the planner says.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"
#include "core/report/table.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

/// One key under "measured" of one case. Errors are fractions: predicted / measured - 1.
struct ValidationRow {
    std::string id;
    std::string group;
    std::string key;
    std::optional<double> predicted; ///< none: could not be evaluated, see \c reason
    double measured = 0;
    double reading = 0; ///< read off a figure, it is known to within this
    std::optional<double> error;
    std::string regime = "specification";
    std::optional<double> low; ///< the 80 % interval, where one is known
    std::optional<double> high;
    std::optional<double> tolerance;
    std::string reason;
    bool fits = true; ///< by our verdict, with room to spare: what a search would take
    /// What the figure would be in proportion to if every run reached the same rate of model FLOPs.
    std::optional<double> scale;

    /// A row without a tolerance cannot fail; with one it fails beyond it, counted from the nearest value
    /// that the figure may show, or where nothing was predicted.
    [[nodiscard]] bool fails() const;
};

/// Statistics of the absolute errors of one group and key.
struct ValidationGroup {
    std::string group;
    std::string key;
    std::int64_t count = 0; ///< rows with a prediction
    double mape = 0;
    double median = 0;
    double worst = 0;
    std::optional<double> coverage; ///< share of the measured values inside their interval
    /// The error of a trivial prediction, each case at the other cases' mean rate; of four cases or more.
    std::optional<double> trivial = {};
};

/// The search around one published run: its model, machine, devices, batch and framework.
struct ValidationSearch {
    std::string id;
    std::string group;
    std::string plan;                  ///< as published: "t 8 p 16 c 1 e 1 v 1 b 1"
    std::string best;                  ///< the search's
    double planSeconds = 0;            ///< of its step, by our model
    bool planFits = true;              ///< by our model
    std::optional<double> bestSeconds; ///< none: nothing fits, or the search refuses
    std::optional<std::int64_t>
        rank;           ///< of the published plan among those that fit; none: further down than looked
    std::string reason; ///< why it does not count
    /// The published plan fits, by our model too, and is faster than what the search calls the best.
    [[nodiscard]] bool missed() const;
};

/// Plans that one group measured on one machine for one model, length, number of devices and global batch; at
/// least four.
struct ValidationSweep {
    std::string group;
    std::string set;
    std::int64_t plans = 0;
    double loss = 0;        ///< measured, of the plan that we call the fastest that fits, over the fastest
    std::int64_t rank = 0;  ///< of the fastest measured one in our order
    double correlation = 0; ///< Spearman's, of both orders
};

/// Runs by whether they fitted (0: ran out of memory, 1: fitted) and whether we say so.
using FitCounts = std::array<std::array<std::int64_t, 2>, 2>;
[[nodiscard]] std::int64_t countOf(const FitCounts& fits);

struct Validation {
    FitCounts fits{};                       ///< of the rows whose figure is "fits"
    std::vector<ValidationSearch> searches; ///< of published runs
    std::vector<ValidationSweep> sweeps;
    std::vector<ValidationRow> rows;     ///< in the order of the files
    std::vector<ValidationGroup> groups; ///< in the order of first appearance
    [[nodiscard]] bool passed() const;
};

/// Evaluates every case of \p files; without files the built-in ones (resources/cases). Recommenders'
/// built-in cases come with all of these. A malformed file is an error with its line; a case that cannot be
/// evaluated is rows without a prediction.
[[nodiscard]] core::Result<Validation> validateCases(const core::Catalog& catalog,
                                                     std::vector<std::filesystem::path> files,
                                                     const core::Task& task = {});

/// Groups rows by group and figure, in the order of first appearance.
[[nodiscard]] std::vector<ValidationGroup> groupsOf(const std::vector<ValidationRow>& rows);

[[nodiscard]] core::Table validationRowTable(const Validation& validation);
[[nodiscard]] core::Table validationGroupTable(const Validation& validation);
[[nodiscard]] core::Table validationSearchTable(const Validation& validation);
[[nodiscard]] core::Table validationSweepTable(const Validation& validation);
[[nodiscard]] std::string validationJson(const Validation& validation);

} // namespace shardscope::app
