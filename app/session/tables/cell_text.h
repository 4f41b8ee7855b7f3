// SPDX-License-Identifier: GPL-3.0-or-later
// How sentences write the figures of a table: as whoever reads them has the table's.
#pragma once

#include "core/report/table.h"

#include <QString>

#include <cstddef>
#include <functional>

namespace shardscope::app {

/// A cell of a table as the reader's tables show it.
using CellText = std::function<QString(const core::Table& table, std::size_t row, std::size_t column)>;

} // namespace shardscope::app
