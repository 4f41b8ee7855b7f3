// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/study/study_parts.h"
#include "app/desktop/charts/study/study_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

using study_figures::colorOf;
using study_figures::daysRange;
using study_figures::kBar;
using study_figures::kMostName;
using study_figures::kRow;
using study_figures::nameOf;
using study_figures::runnable;

Scene daysBars(const SolvedStudy& solved, double width, const Theme& theme)
{
    Scene scene{width};
    const std::vector<std::size_t> all = runnable(solved);
    double most = solved.study.job.deadline.value_or(0);
    double name = 0;
    for (const std::size_t at : all) {
        most = std::max(most, solved.scenarios[at].seconds.high);
        name = std::max(name, textWidth(nameOf(solved.scenarios[at]), TypeSize::Body));
    }
    const double left = std::min({name + 16, kMostName, width * 0.42});
    const double figure = 92; // room for the figure behind the longest
    const double room = std::max(60.0, width - left - figure);
    const auto x = [&](double seconds) { return left + room * seconds / most; };
    constexpr double kHead = 22;
    double y = kHead;
    for (const std::size_t at : all) {
        const SolvedScenario& one = solved.scenarios[at];
        const bool taken = solved.decision == at;
        scene.text({0, y, left - 10, kRow}, nameOf(one), theme.text, kTextLeft,
                   taken ? Weight::Strong : Weight::Regular, TypeSize::Body);
        const double middle = y + kRow / 2;
        scene.box({left, middle - kBar / 2, x(one.seconds.likely) - left, kBar}, colorOf(solved, at, theme))
            .corner = 3;
        scene.line({x(one.seconds.low), middle}, {x(one.seconds.high), middle}, theme.text, 2);
        for (const double end : {one.seconds.low, one.seconds.high})
            scene.line({x(end), middle - 5}, {x(end), middle + 5}, theme.text, 2);
        const QString days = Words::tr("%1 d", "days, short")
                                 .arg(quantityString(one.seconds.likely / kStudyDay, core::kNumber));
        scene.text({x(one.seconds.high) + 8, y, figure - 8, kRow}, days, theme.text, kTextLeft,
                   taken ? Weight::Strong : Weight::Regular);
        scene.spot({0, y, width, kRow}, nameOf(one) + QStringLiteral(": ") + daysRange(one.seconds));
        y += kRow;
    }
    if (const auto deadline = solved.study.job.deadline) {
        scene.line({x(*deadline), kHead - 4}, {x(*deadline), y}, theme.bad, 1.5).dashed = true;
        const QString text =
            Words::tr("deadline: %1 days").arg(quantityString(*deadline / kStudyDay, core::kNumber));
        const double wide = textWidth(text) + 8;
        scene.text({std::clamp(x(*deadline) - wide / 2, 0.0, std::max(0.0, width - wide)), 0, wide, 16}, text,
                   theme.bad, kTextMiddle);
    }
    scene.height = scene.paragraph(
        y + 4, Words::tr("Bars: likely days of the whole training. Lines: the 80 % range."), theme.textDim);
    return scene;
}

} // namespace

SceneMaker daysScene(const SolvedStudyPtr& solved)
{
    if (!solved || runnable(*solved).empty())
        return nullptr;
    return [solved](double width, const Theme& theme) { return daysBars(*solved, width, theme); };
}

} // namespace shardscope::app
