// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/trace/kernel_rules.h"

#include "core/io/text_file.h"
#include "core/run/run_rules.h"

namespace shardscope::app {

core::Result<std::shared_ptr<const core::WorkRules>> kernelRules(const std::string& file)
{
    if (file.empty())
        return std::shared_ptr<const core::WorkRules>();
    SHARDSCOPE_TRY(std::string text, core::readTextFile(file));
    return core::WorkRules::with({{file, std::move(text)}});
}

core::Result<core::RunPtr> withKernelRules(const core::RunPtr& run, const std::string& file)
{
    SHARDSCOPE_TRY(auto rules, kernelRules(file));
    return rules ? core::withRules(run, std::move(rules)) : run;
}

} // namespace shardscope::app
