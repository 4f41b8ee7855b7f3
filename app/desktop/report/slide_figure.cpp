// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/report/slide_figure.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/export/named_schedules.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/memo/memo.h"
#include "app/desktop/plan/plan_words.h"
#include "app/session/accuracy/interval.h"
#include "app/session/accuracy/known_digits.h"
#include "app/session/report/slide_plan.h"
#include "app/session/study/solved_study.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardscope::app {
namespace {

constexpr std::size_t kMostGiven = 24; ///< things that slides are of, kept at a time

core::Result<Given> studyGiven(const core::Catalog& catalog, const Slide& slide, const core::Task& task)
{
    Given given;
    SHARDSCOPE_TRY(JobStudy study, readStudy(slide.subject, nameOf(slide)));
    study.file.clear(); // it lies in none
    SHARDSCOPE_TRY(SolvedStudy solved, solveStudy(catalog, study, task));
    given.jobStudy = std::make_shared<const SolvedStudy>(std::move(solved));
    return given;
}

core::Result<Given> planGiven(const core::Catalog& catalog, const Slide& slide, Need need,
                              const core::Task& task)
{
    Given given;
    SHARDSCOPE_TRY(SlidePlan read, slidePlan(catalog, slide.subject, nameOf(slide)));
    given.state.model = std::move(read.model);
    given.state.hardware = std::move(read.hardware);
    given.state.plan = std::move(read.plan);
    if (need == Need::Model || need == Need::Hardware || !given.state.complete())
        return given;
    SHARDSCOPE_TRY(core::Evaluation evaluation,
                   planner::evaluate(*given.state.model, *given.state.hardware, given.state.plan,
                                     planner::Detail::Explained, task));
    given.evaluation = std::make_shared<const core::Evaluation>(std::move(evaluation));
    if (need == Need::Schedules) {
        SHARDSCOPE_TRY(given.schedules, ownSchedule(given.state, task)); // what is played
    }
    return given;
}

/// "Llama 3 70B on DGX H100: t 8 × p 4; 80 % interval 3.8–4.6 s; calibration megatron-bridge".
QString sourceOf(const Given& given, Need need)
{
    if (given.jobStudy)
        return studySource(*given.jobStudy);
    if (need == Need::Model)
        return titleOf(given.state.model);
    if (need == Need::Hardware)
        return titleOf(given.state.hardware);
    if (!given.evaluation)
        return {};
    QStringList parts{Words::tr("%1 on %2: %3")
                          .arg(titleOf(given.state.model), titleOf(given.state.hardware),
                               planSummary(given.evaluation->plan))};
    if (!given.evaluation->step.empty()) {
        const PredictedInterval found =
            stepInterval(*given.state.model, *given.state.hardware, *given.evaluation);
        const int digits = stepDigits(*given.state.model, *given.state.hardware, *given.evaluation);
        parts << Words::tr("80 % interval of the step: %1")
                     .arg(spanString(toDigits(found.interval.low, core::kSecond, digits),
                                     toDigits(found.interval.high, core::kSecond, digits), core::kSecond));
        parts << calibrationLine(found);
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace

SceneMaker SlideFigure::sceneAt(double moment) const
{
    if (!moves() || moment >= 1)
        return figure.scene;
    if (!schedules.empty())
        return schedulesScene(schedules, moment);
    const auto frame = static_cast<std::size_t>(moment * static_cast<double>(figure.frames));
    return figure.at(std::min(frame, figure.frames - 1));
}

double SlideFigure::nextMoment(double moment, bool forward) const
{
    if (!schedules.empty()) {
        const double end = endOf(schedules);
        return app::nextMoment(schedules, forward && moment >= 1 ? 0 : moment * end, forward) / end;
    }
    const auto frames = static_cast<double>(figure.frames);
    const double shown = moment < 1 ? std::floor(moment * frames) : static_cast<double>(figure.frame);
    const double next = forward ? shown + 1 : shown - 1;
    return (std::clamp(next, 0.0, frames - 1) + 0.5) / frames; // the middle of its part of the time
}

core::Result<std::shared_ptr<const Given>> SlideMaker::given(const Slide& slide, Need need,
                                                             const core::Task& task)
{
    const std::string key = std::string(core::nameOf(need)) + core::jsonText(slide.subject, 0);
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_given.find(key); known != m_given.end())
            return known->second;
    }
    auto made =
        need == Need::Study ? studyGiven(m_catalog, slide, task) : planGiven(m_catalog, slide, need, task);
    if (!made.ok())
        return made.error();
    auto given = std::make_shared<const Given>(std::move(made).value());
    const std::lock_guard lock(m_mutex);
    if (m_given.size() >= kMostGiven)
        m_given.clear();
    m_given[key] = given;
    return given;
}

core::Result<SlideFigure> SlideMaker::made(const Slide& slide, const core::Task& task)
{
    const FigureKind* kind = figureKind(QString::fromStdString(slide.figure));
    if (kind == nullptr || !kind->figure)
        return nothingToShow(W_("this version of the program knows no such figure"));
    SHARDSCOPE_TRY(const std::shared_ptr<const Given> given, this->given(slide, kind->need, task));
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    SlideFigure made;
    if (slide.frame) {
        Given framed = *given;
        framed.frame = slide.frame;
        SHARDSCOPE_TRY(made.figure, kind->figure(framed, task));
    } else {
        SHARDSCOPE_TRY(made.figure, kind->figure(*given, task));
    }
    made.source = sourceOf(*given, kind->need);
    made.schedules = given->schedules;
    if (!made.schedules.empty()) { // the plan's own alone
        made.figure.title = Words::tr("Schedule of the pipeline");
        made.figure.sentence = Words::tr("%1 on %2: %3")
                                   .arg(titleOf(given->state.model), titleOf(given->state.hardware),
                                        planSummary(given->state.plan));
    }
    return made;
}

SlideFigure SlideMaker::make(const Slide& slide, const std::optional<KeptPicture>& picture,
                             const core::Task& task)
{
    if (slide.figure.empty()) {
        SlideFigure kept;
        if (!picture) {
            kept.problem = Words::tr("The picture of this slide is not in the project.");
            return kept;
        }
        kept.figure = {QString::fromStdString(picture->title), QString::fromStdString(picture->sentence),
                       keptScene(*picture)};
        if (!picture->table.columns.empty())
            kept.figure.table = std::make_shared<const core::Table>(picture->table);
        kept.source = QString::fromStdString(picture->source);
        if (!kept.figure.scene)
            kept.problem = Words::tr("The picture of this slide cannot be read.");
        return kept;
    }
    auto made = this->made(slide, task);
    if (made.ok())
        return std::move(made).value();
    SlideFigure refused;
    const FigureKind* kind = figureKind(QString::fromStdString(slide.figure));
    refused.figure.title = kind ? kind->title() : QString::fromStdString(slide.figure);
    refused.problem = sentence(made.error());
    return refused;
}

std::optional<KeptPicture> pictureOf(const Project& project, const Slide& slide)
{
    const core::ItemPtr item = slide.picture ? project.find(*slide.picture) : nullptr;
    return item ? std::optional(pictureIn(*item)) : std::nullopt;
}

} // namespace shardscope::app
