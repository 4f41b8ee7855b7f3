// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of every kind, one line each.
#pragma once

#include "core/base/text_mark.h"
#include "core/report/table.h"
#include "core/report/words.h"

#include <string>

namespace shardscope::core {

/// Makes a column of names or other texts that are the same in every language.
[[nodiscard]] Column textColumn(std::string key, std::string title, std::string help = {});
[[nodiscard]] Column wordColumn(Words words, std::string key, std::string title, std::string help = {});
[[nodiscard]] Column integerColumn(std::string key, std::string title, std::string help = {});
[[nodiscard]] Column realColumn(std::string key, std::string title, std::string help = {});
/// \p key gets "_ns" behind it.
[[nodiscard]] Column nanosColumn(std::string key, std::string title, std::string help = {});
[[nodiscard]] Column fractionColumn(std::string key, std::string title, std::string help = {});
[[nodiscard]] Column flagColumn(std::string key, std::string title, std::string help = {});
[[nodiscard]] Column quantityColumn(std::string key, std::string title, Dimension dimension,
                                    std::string help = {});
[[nodiscard]] Column bytesColumn(std::string key, std::string title, std::string help = {});
[[nodiscard]] Column secondsColumn(std::string key, std::string title, std::string help = {});

} // namespace shardscope::core
