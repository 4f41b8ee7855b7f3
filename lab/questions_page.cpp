// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/questions_page.h"

#include "app/session/search/layout_words.h"
#include "app/session/search/plan_search_answer.h"
#include "app/session/text/messages.h"
#include "core/io/files.h"
#include "core/io/spec_reader.h"
#include "core/io/text_file.h"
#include "core/units/percent.h"
#include "core/units/plain_number.h"

#include <utility>

namespace shardscope::lab {
namespace {

using core::Result;

struct Question {
    app::PlanSearchRequest asked;
    QuestionRow row;
};

Result<std::vector<Question>> readQuestions(const std::filesystem::path& list)
{
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(list));
    SHARDSCOPE_TRY(const core::Value document, core::parseJsonText(text, list.string()));
    core::FirstError errors;
    std::vector<Question> all;
    core::SpecReader::eachIn(document, {}, errors, [&](core::SpecReader& one) {
        constexpr double kMost = 1e9;
        Question question;
        question.row.name = one.text("name");
        question.row.source = one.text("source");
        question.row.published = one.number("tokens_per_second_per_device", 1, kMost);
        app::PlanSearchRequest& asked = question.asked;
        asked.model = one.text("model");
        if (const auto beside = list.parent_path() / asked.model; core::files::exists(beside))
            asked.model = beside.string();
        asked.hardware = one.text("hardware");
        asked.devices = one.text("devices");
        asked.globalBatch = one.text("global_batch");
        asked.options = {{"sequence-length", one.text("sequence_length")}};
        asked.top = 1;
        asked.relax = asked.sensitivity = asked.simulate = asked.margins = false;
        one.rejectUnused();
        all.push_back(std::move(question));
    });
    if (errors)
        return errors.get()->in(list.string());
    return all;
}

void answer(const app::FoundLayout& best, QuestionRow& row)
{
    const double step = best.hit.stepSeconds;
    row.rate = app::tokensPerDevice(best.hit).value_or(0);
    row.low = row.rate * step / best.step.interval.high;
    row.high = row.rate * step / best.step.interval.low;
    row.layout = app::layoutWords(best.hit.plan);
}

} // namespace

Result<std::vector<QuestionRow>> questionRows(const core::Catalog& catalog, const std::filesystem::path& list,
                                              const core::Task& task)
{
    SHARDSCOPE_TRY(std::vector<Question> questions, readQuestions(list));
    std::vector<QuestionRow> rows;
    for (Question& question : questions) {
        SHARDSCOPE_TRY(const app::PreparedSearch prepared, app::prepareSearch(catalog, question.asked));
        const auto found = app::answerSearch(prepared, question.asked, task);
        if (!found.ok() && found.error().code == core::ErrorCode::Cancelled)
            return found.error();
        if (!found.ok())
            question.row.refused = app::errorText(found.error()).toStdString();
        else if (found->best.empty())
            question.row.refused = "nothing fits";
        else
            answer(found->best.front(), question.row);
        rows.push_back(std::move(question.row));
    }
    return rows;
}

PageBlocks questionBlocks(const std::vector<QuestionRow>& rows)
{
    std::string text = rowLine({"question", "best published", "best found", "80 % interval", "above",
                                "half the interval", "layout found"});
    text += "|---|---|---|---|---|---|---|\n";
    std::size_t within = 0;
    for (const QuestionRow& row : rows) {
        if (!row.refused.empty()) {
            text += rowLine({row.name, core::fixedText(row.published, 0), "", "", "", "", row.refused});
            continue;
        }
        within += row.above() <= row.half() ? 1 : 0;
        text += rowLine({row.name, core::fixedText(row.published, 0), core::fixedText(row.rate, 0),
                         core::fixedText(row.low, 0) + " to " + core::fixedText(row.high, 0),
                         core::percentText(row.above(), 1), core::percentText(row.half(), 1), row.layout});
    }
    text += "\nAbove the best published run by no more than half their interval: " + std::to_string(within) +
            " of " + std::to_string(rows.size()) + ".\n\n";
    for (const QuestionRow& row : rows)
        text += "- " + row.name + ": " + row.source + ".\n";
    return {{"questions", text}};
}

} // namespace shardscope::lab
