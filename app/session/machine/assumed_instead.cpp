// SPDX-License-Identifier: GPL-3.0-or-later
// What an edit of a machine costs of what was known of it.
#include "app/session/machine/edited_machine.h"
#include "app/session/text/phrase_text.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

using core::HardwareSpec;

bool moved(const MachineEdits& edits, std::string_view begin, std::string_view end = {})
{
    return std::ranges::any_of(
        edits, [&](const auto& edit) { return edit.first.starts_with(begin) && edit.first.ends_with(end); });
}

std::size_t assumedCurves(const HardwareSpec& hardware, bool products)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(hardware.efficiency, [&](const core::EfficiencyCurve& curve) {
            const bool ofProducts = curve.operation == "gemm" || curve.operation == "convolution" ||
                                    curve.operation.starts_with("attention");
            return curve.regime == "assumed" && ofProducts == products;
        }));
}

/// Whether something of \p edits changes how long a step takes.
bool changesSpeed(const MachineEdits& edits)
{
    return std::ranges::any_of(edits, [](const auto& edit) {
        const std::string& key = edit.first;
        return key != "price" && key != "nodes" && key != "power" && !key.ends_with(".capacity");
    });
}

void addCollectives(const HardwareSpec& base, const HardwareSpec& edited, const MachineEdits& edits,
                    QStringList& sentences)
{
    const std::size_t dropped =
        base.collectives.size() - std::min(base.collectives.size(), edited.collectives.size());
    if (dropped > 0)
        sentences << filled(Words::tr("Measured collectives no longer apply (curves: %1): bandwidth and "
                                      "latency of the links stand for them."),
                            {QString::number(dropped)});
    for (const core::CollectiveCurve& curve : edited.collectives) {
        const core::Link* link = edited.link(curve.level);
        if (link == nullptr || link->bandwidth.value == curve.linkBandwidth || !moved(edits, "link."))
            continue;
        sentences << Words::tr("Collectives keep the hops that were measured; what bytes take is scaled by "
                               "the bandwidths.");
        return;
    }
}

} // namespace

QStringList assumedInstead(const HardwareSpec& base, const HardwareSpec& edited)
{
    const MachineEdits edits = machineEdits(base, edited);
    QStringList sentences;
    if (moved(edits, "engine.matrix.") && assumedCurves(edited, true) > assumedCurves(base, true))
        sentences << Words::tr("Products and attention are assumed to reach the same share of the new peak "
                               "as was measured of the old one.");
    if (moved(edits, "memory.device.", ".bandwidth") &&
        assumedCurves(edited, false) > assumedCurves(base, false))
        sentences << Words::tr("Kernels bound by the memory are assumed to reach the same share of the new "
                               "bandwidth as was measured of the old one.");
    addCollectives(base, edited, edits, sentences);
    if (moved(edits, "fabric") || moved(edits, "oversubscription"))
        sentences << Words::tr("What the network gives beyond one leaf switch is worked out, for devices "
                               "that send to all others alike; no one measured it.");
    if (moved(edits, "power_cap"))
        sentences << Words::tr("Clocks under the cap are assumed to fall with the cube root of the power "
                               "above idle.");
    if (moved(edits, "power") && base.draw && !edited.draw)
        sentences << Words::tr("What devices were measured to draw no longer applies: they draw the board's "
                               "power all the time.");
    if (changesSpeed(edits) && !edited.calibrations.empty())
        sentences << filled(Words::tr("Its calibrations (%1) were fitted to runs of the machine as it was: "
                                      "times have the stated range, not theirs."),
                            {QString::number(edited.calibrations.size())});
    return sentences;
}

} // namespace shardscope::app
