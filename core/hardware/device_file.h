// SPDX-License-Identifier: GPL-3.0-or-later
// A machine in two files: a device (its rates, memory, power, curves, boards, who measured them) and a system
// that says which device and board it is made of, its hosts, networks, price and its few numbers.
#pragma once

#include "core/base/result.h"
#include "core/io/value.h"

#include <functional>
#include <string>

namespace shardscope::core {

/// The device document of a name.
using DeviceFiles = std::function<Result<Value>(const std::string& name)>;

/// \p document as one that says all: a system's with its device's ("device") and board's ("board") joined to
/// it, any other as it is. Of lists the device's entries come first, then the board's, then the system's; of
/// "calibrations" the system's first, since the first that fits a plan holds. Any other key of the system
/// takes the place of the device's. Pointers of "unverified" lead to the joined places.
/// Errors: UnknownName (device or board), WrongType.
[[nodiscard]] Result<Value> joinedHardware(Value document, const DeviceFiles& devices,
                                           const std::string& file);

} // namespace shardscope::core
