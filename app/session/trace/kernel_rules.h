// SPDX-License-Identifier: GPL-3.0-or-later
// A user's own rules about what kernels and operators are (docs/kernels.md).
#pragma once

#include "core/base/result.h"
#include "core/kinds/work_rules.h"
#include "core/run/run.h"

#include <memory>
#include <string>

namespace shardscope::app {

/// The rules in \p file in front of the shipped ones; null where it is empty. Errors: those of reading a file
/// and of core::WorkRules::with, placed in it.
[[nodiscard]] core::Result<std::shared_ptr<const core::WorkRules>> kernelRules(const std::string& file);
/// \p run told by the rules in \p file, in front of the shipped ones; \p run itself where \p file is empty.
/// Errors: those of kernelRules().
[[nodiscard]] core::Result<core::RunPtr> withKernelRules(const core::RunPtr& run, const std::string& file);

} // namespace shardscope::app
