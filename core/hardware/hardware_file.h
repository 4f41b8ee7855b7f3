// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware descriptions as JSON (contract, section 2), with a source beside every figure.
#pragma once

#include "core/base/result.h"
#include "core/hardware/hardware_spec.h"

#include <string>
#include <string_view>

namespace shardscope::core {

/// Parses \p json. An unknown key, a bare number where a unit is needed or a figure without source is an
/// error with its JSON pointer; \p file is only named in errors.
[[nodiscard]] Result<HardwareSpec> parseHardware(std::string_view json, const std::string& file);

} // namespace shardscope::core
