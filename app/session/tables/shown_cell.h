// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader sees of a cell: the one place where tables are put into a language and into units.
#pragma once

#include "core/report/table.h"

#include <QString>

#include <cstdint>
#include <string>

namespace shardscope::app {

/// How a front end writes words and numbers.
class CellWriter {
public:
    CellWriter() = default;
    CellWriter(const CellWriter&) = delete;
    CellWriter& operator=(const CellWriter&) = delete;
    virtual ~CellWriter() = default;

    /// Whether names stand in the place of keys: not where a reader types them again.
    [[nodiscard]] virtual bool showsNames() const { return false; }
    [[nodiscard]] virtual QString words(const std::string& text, core::Words kind) const = 0;
    [[nodiscard]] virtual QString integer(std::int64_t value) const = 0;
    [[nodiscard]] virtual QString real(double value) const = 0;
    [[nodiscard]] virtual QString fraction(double value) const = 0;
    [[nodiscard]] virtual QString nanoseconds(double value) const = 0;
    [[nodiscard]] virtual QString quantity(double value, core::Dimension dimension) const = 0;
    /// Whole bytes, or a time of whole nanoseconds, to the last digit.
    [[nodiscard]] virtual QString exact(std::int64_t value, core::Dimension dimension) const;
};

/// A cell as \p writer has it; a dash where nothing is known. A whole number whose note says that it is of
/// bytes or of time (then of nanoseconds) is told exactly.
[[nodiscard]] QString shownCell(const core::Table& table, std::size_t row, std::size_t column,
                                const CellWriter& writer);
/// \p text in the reader's language.
[[nodiscard]] QString shownWords(const std::string& text, core::Words kind);

} // namespace shardscope::app
