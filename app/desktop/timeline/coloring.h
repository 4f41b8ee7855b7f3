// SPDX-License-Identifier: GPL-3.0-or-later
// What the colour of a slice tells: its class, name, category or rank. A value made once for a run.
#pragma once

#include "core/kinds/op_class.h"
#include "core/run/run.h"

#include <QColor>
#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace shardscope::app {

struct RunView;

enum class ColorBy { Operation, Name, Category, Rank };
inline constexpr std::size_t kColorings = 4;

class Coloring {
public:
    struct Entry {
        QColor fill;
        core::NameId name;                             ///< of a category
        core::OpClass operation = core::OpClass::Host; ///< of a class
        std::int32_t rank = -1;                        ///< of a rank; where many share a colour, the first
    };

    [[nodiscard]] static std::shared_ptr<const Coloring> make(const RunView& run, ColorBy by);

    [[nodiscard]] ColorBy by() const { return m_by; }
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
    /// Index into entries() of a slice of \p track.
    [[nodiscard]] std::uint8_t of(const RunView& run, std::uint32_t row, core::TrackId track) const;

private:
    ColorBy m_by = ColorBy::Operation;
    std::vector<Entry> m_entries;
    std::vector<std::uint8_t> m_byKey; ///< by name, category or track
};

using ColoringPtr = std::shared_ptr<const Coloring>;

/// "matrix product" in the reader's language.
[[nodiscard]] const char* operationWord(core::OpClass operation); ///< English, marked for translated()
[[nodiscard]] QString operationName(core::OpClass operation);
/// What a legend writes beside an entry; empty where it would tell nothing.
[[nodiscard]] QString entryText(const RunView& run, const Coloring& coloring, const Coloring::Entry& entry);

} // namespace shardscope::app
