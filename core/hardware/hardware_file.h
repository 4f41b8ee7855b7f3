// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware descriptions as JSON (contract, section 2), with a source beside every figure.
#pragma once

#include "core/base/result.h"
#include "core/hardware/device_file.h"
#include "core/hardware/hardware_spec.h"

#include <string>
#include <string_view>

namespace shardscope::core {

/// Parses \p json: a machine that says all, or a system whose "device" \p devices knows. An unknown key, a
/// bare number where a unit is needed or a figure without source is an error with its JSON pointer; \p file
/// is only named in errors.
[[nodiscard]] Result<HardwareSpec> parseHardware(std::string_view json, const std::string& file,
                                                 const DeviceFiles& devices = {});

} // namespace shardscope::core
