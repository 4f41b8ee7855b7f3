// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/trace/kernel_rules.h"

#include "core/io/text_file.h"
#include "core/run/run_rules.h"

namespace shardscope::app {

core::Result<core::RunPtr> withKernelRules(const core::RunPtr& run, const std::string& file)
{
    if (file.empty())
        return run;
    SHARDSCOPE_TRY(std::string text, core::readTextFile(file));
    SHARDSCOPE_TRY(auto rules, core::WorkRules::with({{file, std::move(text)}}));
    return core::withRules(run, std::move(rules));
}

} // namespace shardscope::app
