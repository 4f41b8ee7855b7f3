// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units/reader_units.h"

#include <atomic>

namespace shardscope::core {

namespace {

/// One number, so that no thread ever sees half of a choice: the prefix in the lowest byte (0: none), then
/// the unit of time, then that of rates.
std::atomic<std::uint32_t>& kept()
{
    static std::atomic<std::uint32_t> packed{0};
    return packed;
}

} // namespace

void setReaderUnits(const ReaderUnits& units)
{
    const std::uint32_t bytes = !units.bytes ? 0 : *units.bytes == BytePrefix::Binary ? 1 : 2;
    kept().store(bytes | static_cast<std::uint32_t>(units.time) << 8 |
                 static_cast<std::uint32_t>(units.rate) << 16);
}

ReaderUnits readerUnits()
{
    const std::uint32_t packed = kept().load(std::memory_order_relaxed);
    ReaderUnits units;
    if ((packed & 0xFF) != 0)
        units.bytes = (packed & 0xFF) == 1 ? BytePrefix::Binary : BytePrefix::Decimal;
    units.time = static_cast<TimeUnit>(packed >> 8 & 0xFF);
    units.rate = static_cast<DataRate>(packed >> 16 & 0xFF);
    return units;
}

} // namespace shardscope::core
