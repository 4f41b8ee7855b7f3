// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/accuracy_page.h"

#include "core/io/text_file.h"
#include "core/units/plain_number.h"

namespace shardscope::app {
namespace {

constexpr std::string_view kBegin = "<!-- validate -->\n";
constexpr std::string_view kEnd = "<!-- end -->";

std::string percent(double fraction) { return core::fixedText(100 * fraction, 2) + " %"; }

} // namespace

std::string accuracyTable(const Validation& validation)
{
    std::string table = "| group | figure | cases | mean | median | worst | inside 80 % interval |\n"
                        "|---|---|---|---|---|---|---|\n";
    for (const ValidationGroup& group : validation.groups) {
        table += "| " + group.group + " | " + group.key + " | " + std::to_string(group.count) + " | " +
                 percent(group.mape) + " | " + percent(group.median) + " | " + percent(group.worst) + " | " +
                 (group.coverage ? percent(*group.coverage) : std::string()) + " |\n";
    }
    return table;
}

core::Result<core::Done> writeAccuracyPage(const std::filesystem::path& page, const Validation& validation)
{
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(page));
    const std::size_t begin = text.find(kBegin);
    const std::size_t end = text.find(kEnd);
    if (begin == std::string::npos || end == std::string::npos || end < begin) {
        core::Error error{
            core::ErrorCode::MissingKey, {std::string(kBegin.substr(0, kBegin.size() - 1))}, {}};
        return error.in(page.string());
    }
    const std::string written =
        text.substr(0, begin + kBegin.size()) + accuracyTable(validation) + text.substr(end);
    return core::writeTextFile(page, written);
}

} // namespace shardscope::app
