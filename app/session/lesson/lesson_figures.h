// SPDX-License-Identifier: GPL-3.0-or-later
// The figures that a lesson may show: those of the window that are drawn on a plan, a model or a machine. The
// window draws them (app/desktop/export/figure_kinds); a test holds that it knows each of these.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::app {

[[nodiscard]] const std::vector<std::string>& lessonFigures();
[[nodiscard]] bool isLessonFigure(std::string_view name);

} // namespace shardscope::app
