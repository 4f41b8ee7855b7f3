// SPDX-License-Identifier: GPL-3.0-or-later
// The units that a person wants to read, wherever a rounded quantity is written: one choice for the whole
// program. The window sets it; whoever sets nothing (the command line) gets what a text asks for. Exact texts
// (files, fields that are edited) are not touched.
#pragma once

#include "core/base/enum_names.h"
#include "core/units/text.h"

#include <cstdint>
#include <optional>

namespace shardscope::core {

/// How times below ten minutes are written; longer ones are in minutes and hours.
enum class TimeUnit : std::uint8_t {
    Fitting, ///< ns to s, whichever gives a short number
    Seconds,
    Milliseconds,
    Microseconds,
};
constexpr auto enumNames(TimeUnit)
{
    return namesUpTo<TimeUnit::Microseconds>("fitting", "seconds", "milliseconds", "microseconds");
}

/// How bytes per second are written.
enum class DataRate : std::uint8_t {
    AsSizes, ///< GiB/s where sizes are in GiB
    Decimal, ///< GB/s
    Bits,    ///< Gbit/s
};
constexpr auto enumNames(DataRate) { return namesUpTo<DataRate::Bits>("as_sizes", "decimal", "bits"); }

struct ReaderUnits {
    std::optional<BytePrefix> bytes = {}; ///< none: as each text asks for
    TimeUnit time = TimeUnit::Fitting;
    DataRate rate = DataRate::AsSizes;
    friend bool operator==(const ReaderUnits&, const ReaderUnits&) = default;
};

/// Chooses the units from now on, in all threads.
void setReaderUnits(const ReaderUnits& units);
[[nodiscard]] ReaderUnits readerUnits();

} // namespace shardscope::core
