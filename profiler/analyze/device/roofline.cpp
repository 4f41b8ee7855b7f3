// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/device/roofline.h"

#include "profiler/analyze/device/operation_arguments.h"

#include <algorithm>

namespace shardscope::profiler {

std::optional<NumberFormat> formatOf(const AnalysisInput& input, const OperationCall& call,
                                     const AnalysisOptions& options)
{
    const auto nameAt = [&](std::uint32_t row) { return input.text(input.timeline().name()[row]); };
    return numberFormat(nameAt(call.row), call.work->dtype,
                        call.longest == kNoRow ? std::string_view() : nameAt(call.longest),
                        options.hardware ? &*options.hardware : nullptr);
}

Peaks peaksOf(const AnalysisOptions& options, const std::optional<NumberFormat>& format)
{
    Peaks peaks;
    if (!options.hardware)
        return peaks;
    if (format) {
        if (const core::Engine* const engine =
                options.hardware->engine(core::EngineKind::Matrix, format->dtype))
            peaks.flops = engine->peak.value.value();
    }
    if (const core::MemoryTier* const memory = options.hardware->tier(core::Tier::Device))
        peaks.bandwidth = memory->bandwidth.value.value() / static_cast<double>(memory->sharedBy);
    return peaks;
}

double bytesOf(const OperationWork& work) { return work.elements * elementBytes(work.dtype); }

std::optional<double> roofOf(const OperationWork& work, const Peaks& peaks)
{
    const double bytes = bytesOf(work);
    if (!peaks.flops || !peaks.bandwidth || bytes <= 0)
        return std::nullopt;
    return std::min(*peaks.flops, work.flops / bytes * *peaks.bandwidth);
}

} // namespace shardscope::profiler
