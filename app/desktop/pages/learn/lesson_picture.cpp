// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/learn/lesson_picture.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/command/picture_inputs.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/session/lesson/lesson_answers.h"
#include "app/session/plan/read_plan.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/plan/plan_file.h"

#include <QLocale>
#include <QTransform>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr int kDigits = 4;

/// What the command line would be told.
Options optionsOf(const LessonPlan& plan, const std::string& figure)
{
    const PlanRequest request = requestOf(plan);
    Options options;
    options.exportView = QString::fromStdString(figure);
    options.model = QString::fromStdString(request.model);
    options.hardware = QString::fromStdString(request.hardware);
    options.planOptions = request.options;
    options.frame = frameOf(plan);
    options.slow = slowOf(plan);
    options.analysis = QString::fromStdString(analysisOf(plan));
    if (const std::string trace = traceOf(plan); !trace.empty())
        options.traces << QString::fromStdString(trace);
    return options;
}

/// The reader's plan with the control's value in it, evaluated.
core::Result<Given> givenOf(const PlanState& yours, const LessonStep& step, const LessonMoment& moment,
                            const core::Task& task)
{
    Given given;
    given.state = yours;
    given.frame = frameOf(planAt(step, moment));
    if (step.control && isOfPlan(*step.control)) {
        SHARDSCOPE_TRY(given.state.plan,
                       readPlan(core::planDocument(yours.plan), {},
                                {{step.control->key, step.control->choices[moment.choice].value}},
                                *yours.model));
    }
    SHARDSCOPE_TRY(
        core::Evaluation evaluation,
        planner::evaluate(*yours.model, *yours.hardware, given.state.plan, planner::Detail::Explained, task));
    given.evaluation = std::make_shared<const core::Evaluation>(std::move(evaluation));
    return given;
}

core::Result<Given> givenOf(const core::Catalog& catalog, const LessonRequest& request,
                            const FigureKind& kind, const core::Task& task)
{
    if (request.yours && kind.need == Need::Plan)
        return givenOf(*request.yours, request.step, request.moment, task);
    SHARDSCOPE_TRY(
        PictureInputs inputs,
        pictureInputs(catalog, optionsOf(planAt(request.step, request.moment), kind.name), kind.need));
    return std::move(inputs.given);
}

QString answerText(const core::Value& answer, const std::string& unit)
{
    if (answer.isNumber())
        return lessonNumber(answer.real, unit);
    if (answer.kind == core::Value::Kind::Bool)
        return answer.flag ? Words::tr("yes") : Words::tr("no");
    return translated(answer.text);
}

/// The numbers of the step's plan as it is chosen, unless a figure is of a plan of its own.
std::vector<LessonNumber> numbersOf(const core::Catalog& catalog, const LessonRequest& request,
                                    const core::Task& task)
{
    std::vector<LessonNumber> numbers;
    LessonAnswers answers(catalog, task);
    for (const LessonAssertion& one : request.step.assertions) {
        if (one.label.empty())
            continue;
        const auto answer = answers.value(one, planAt(request.step, firstMoment(request.step)));
        numbers.push_back({one.label.shown(),
                           answer.ok() ? answerText(*answer, one.unit) : QStringLiteral("–"),
                           QString::fromStdString(one.published), QString::fromStdString(one.source)});
    }
    return numbers;
}

/// Says what does not fit, each kind once: what would help is for the Plan page.
QString refusalOf(core::Verdict verdict)
{
    std::vector<core::Violation> kinds;
    for (core::Violation& one : verdict.violations) {
        one.remedies.clear();
        if (std::ranges::find(kinds, one.kind, &core::Violation::kind) == kinds.end())
            kinds.push_back(std::move(one));
    }
    verdict.violations = std::move(kinds);
    return verdictText(verdict);
}

bool isNamed(const HotSpot& spot, const std::vector<std::string>& names)
{
    return std::ranges::any_of(
        names, [&](const std::string& name) { return spot.path.startsWith(QString::fromStdString(name)); });
}

/// \p maker with those of its parts dimmed that do not count, and those covered that are not told yet.
SceneMaker veiled(SceneMaker maker, std::vector<std::string> lit, std::vector<std::string> hidden)
{
    if (!maker || (lit.empty() && hidden.empty()))
        return maker;
    return [maker = std::move(maker), lit = std::move(lit), hidden = std::move(hidden)](double width,
                                                                                        const Theme& theme) {
        const Scene inner = maker(width, theme);
        Scene scene{width, inner.height};
        std::vector<QPolygonF> covered;
        std::vector<QPolygonF> dimmed;
        for (const HotSpot& spot : inner.spots) {
            if (isNamed(spot, hidden))
                covered.push_back(spot.area);
            else
                scene.spots.push_back(spot);
            if (!lit.empty() && !isNamed(spot, hidden) && !isNamed(spot, lit))
                dimmed.push_back(spot.area);
        }
        scene.byHand = [inner, covered, dimmed](QPainter& painter, const Theme& colors) {
            paintScene(painter, inner, colors);
            painter.setPen(Qt::NoPen);
            QColor veil = colors.panel;
            veil.setAlphaF(0.6F);
            painter.setBrush(veil);
            for (const QPolygonF& area : dimmed)
                painter.drawPolygon(area);
            for (const QPolygonF& area : covered) {
                painter.setPen(Qt::NoPen);
                painter.setBrush(colors.panel);
                painter.drawPolygon(area);
                painter.setPen(colors.textDim);
                painter.setFont(interfaceFont(TypeSize::Display));
                painter.drawText(area.boundingRect(), Qt::AlignCenter, QStringLiteral("?"));
            }
        };
        return scene;
    };
}

core::Result<LessonPicture> drawn(const core::Catalog& catalog, const LessonRequest& request,
                                  const core::Task& task)
{
    const std::string& name = figureAt(request.step, request.moment);
    const FigureKind* kind = figureKind(QString::fromStdString(name));
    if (kind == nullptr || !kind->figure)
        return nothingToShow(W_("there is nothing on this page yet"));
    SHARDSCOPE_TRY(const Given given, givenOf(catalog, request, *kind, task));
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    LessonPicture picture;
    SHARDSCOPE_TRY(picture.figure, kind->figure(given, task));
    picture.figure.scene = veiled(std::move(picture.figure.scene), request.step.lit,
                                  request.moment.revealed ? std::vector<std::string>() : request.step.hidden);
    if (given.evaluation && !given.evaluation->verdict.feasible())
        picture.verdict = refusalOf(given.evaluation->verdict);
    return picture;
}

} // namespace

SceneMaker enlarged(SceneMaker maker, double factor)
{
    if (!maker || factor == 1)
        return maker;
    return [maker = std::move(maker), factor](double width, const Theme& theme) {
        const Scene inner = maker(width / factor, theme);
        Scene scene{width, inner.height * factor};
        const QTransform larger = QTransform::fromScale(factor, factor);
        for (HotSpot spot : inner.spots) {
            spot.area = larger.map(spot.area);
            scene.spots.push_back(std::move(spot));
        }
        scene.byHand = [inner, factor](QPainter& painter, const Theme& colors) {
            painter.scale(factor, factor);
            paintScene(painter, inner, colors);
        };
        return scene;
    };
}

QString lessonNumber(double value, const std::string& unit)
{
    if (unit == "B")
        return quantityString(value, core::kByte, kDigits);
    if (unit == "s")
        return quantityString(value, core::kSecond, kDigits);
    if (unit == "%")
        return percentString(value, 1);
    const double whole = std::round(value);
    const QString number = std::abs(value) >= 1000 ? integerString(static_cast<std::int64_t>(whole))
                                                   : QLocale().toString(value, 'g', kDigits);
    return unit.empty() ? number : number + kUnitSpace + translated(unit);
}

LessonPicture lessonPicture(const core::Catalog& catalog, const LessonRequest& request,
                            const core::Task& task)
{
    auto made = drawn(catalog, request, task);
    LessonPicture picture;
    if (made.ok())
        picture = std::move(made).value();
    else
        picture.problem = sentence(made.error());
    if (!request.yours)
        picture.numbers = numbersOf(catalog, request, task);
    return picture;
}

} // namespace shardscope::app
