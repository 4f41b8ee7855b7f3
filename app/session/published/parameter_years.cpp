// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/published/parameter_years.h"

#include "core/report/columns.h"

namespace shardscope::app {
namespace {

constexpr YearPoint kYears[]{
    {"Google", 2016, 1e9, "arXiv:2111.05897, abstract", false},
    {"ZionEX 95B", 2021, 95e9, "arXiv:2104.05158, first version", false},
    {"ZionEX 793B", 2021, 793e9, "arXiv:2104.05158, first version", false},
    {"Facebook, as the article has it", 2021, 10e12, "the article on PERSIA", false},
    {"Facebook, ZionEX 12T", 2021, 12e12, "arXiv:2111.05897, abstract; arXiv:2104.05158", false},
    {"PERSIA 100T", 2021, 100e12, "arXiv:2111.05897, abstract", false},
    {"DLRM, Criteo 1TB with all ids", 2022, 113e9,
     "NVIDIA/DeepLearningExamples @d53419f, TensorFlow2/Recommendation/DLRM_and_DCNv2/doc/DLRM.md", false},
    {"Wukong", 2024, 637e9, "arXiv:2403.02545, quoted in a course's notes", true}};

} // namespace

std::span<const YearPoint> parameterYears() { return kYears; }

core::Table yearTable()
{
    core::Table table{"years", N_("Parameters of recommendation models by year"), {}, {}};
    table.columns = {core::textColumn("model", N_("Model")), core::textColumn("year", N_("Year")),
                     core::realColumn("parameters", N_("Parameters")),
                     core::textColumn("source", N_("Source")),
                     core::flagColumn("second_hand", N_("Second hand"))};
    for (const YearPoint& one : kYears)
        table.rows.push_back({std::string(one.name), std::to_string(one.year), one.parameters,
                              std::string(one.source), one.secondHand});
    return table;
}

} // namespace shardscope::app
