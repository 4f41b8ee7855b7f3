// SPDX-License-Identifier: GPL-3.0-or-later
// A table as a document; and its CSV and JSON piece by piece, for tables that are never held whole: header,
// then rows; JSON rows with commas between them, and the end.
#pragma once

#include "core/io/value.h"
#include "core/report/table.h"

#include <span>
#include <string>

namespace shardscope::core {

/// What toJson writes, as a document.
[[nodiscard]] Value tableDocument(const Table& table);

[[nodiscard]] std::string csvHeader(std::span<const std::string> keys);
void appendCsvRow(std::span<const Cell> row, std::string& out);
[[nodiscard]] std::string jsonTableHead(const std::string& key, std::span<const std::string> keys);
void appendJsonRow(std::span<const Cell> row, std::string& out);
[[nodiscard]] std::string jsonTableEnd();

} // namespace shardscope::core
