// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/trace/finding_needs.h"

#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <sstream>

namespace shardscope::app {

namespace {

constexpr FindingNeeds kNeeds[] = {
    {"data_loading host_work slow_launch host_communication device_allocation blocking_copy synchronization "
     "launch_bound graph_capture host_between",
     N_("The host's operations and calls, and which of them launched each of the devices' rows; for a "
        "function "
        "of Python its stack."),
     N_("No cause is named for a gap whose launch is not in the file or in which nothing of the host was "
        "recorded; all is of low confidence where work of the devices is missing.")},
    {"host_unrecorded idle_unknown", N_("The devices' rows, and for the first of them their launches."),
     N_("They name no cause: they say what was not recorded.")},
    {"short_gaps dependency_wait",
     N_("Launches with their work: the row was launched before the device ran dry."),
     N_("What the device waited for is not named, unless the file holds its synchronisations.")},
    {"exposed_communication exposed_host_communication",
     N_("Kernels or calls of a communication library that a rule knows, on the same clock as what computes."),
     N_("Of medium confidence where ranks are missing: waiting for them looks like communicating. What a "
        "pipeline waits for is told as its bubble.")},
    {"exposed_copies", N_("Copies and fills of the devices, on the same clock as what computes."),
     N_("Nothing is said of copies that another row hides.")},
    {"unfused_elementwise",
     N_("Shapes and types of the operations: each reads what the one before it wrote. The price is the bytes "
        "that need not move, at the rate at which the chain's own kernels move theirs."),
     N_("Without shapes it is a bound of low confidence: all but each chain's longest kernel. Gradients that "
        "are "
        "added up and kernels of different steps are never one chain; results that something else needs as "
        "well "
        "are not known.")},
    {"slow_kernel",
     N_("Shapes and types of products, convolutions and attention, and the device's peaks for the format "
        "that "
        "was computed in."),
     N_("Not said of calls below 20 µs, of those that reach a third of their roofline, of algorithms that do "
        "fewer "
        "operations (Winograd, FFT), and where the device is not in the catalogue.")},
    {"slow_memory_kernel",
     N_("Shapes and types of element-wise operations, norms, softmax and reductions, and the bandwidth of "
        "the "
        "device's memory."),
     N_("Not said of calls below 20 µs, of those that reach a quarter of the bandwidth, of lists of tensors, "
        "and "
        "where the device is not in the catalogue.")},
    {"slow_copy",
     N_("Bytes of each copy and its direction, and the device's link to its host or its memory's bandwidth."),
     N_("Not said of copies below 20 µs, of those that reach half of the link (on the device: a quarter of "
        "the "
        "memory), and of what other work hides.")},
    {"slow_collective",
     N_("Bytes and ranks of the collective, the files of all its ranks on one clock with their hosts' names, "
        "and "
        "the link between them: only the time after its last rank has come counts."),
     N_("Not said below 16 MiB, of those that reach 15 % of the link, where a rank or a host is not known, "
        "and of "
        "what computation hides; between hosts of low confidence, for nobody recorded their network.")},
    {"slow_steps", N_("Steps that the file marks, or that its kernels' period tells: three at least."),
     N_("Not said where fewer steps count; why a step is longer is not named.")},
    {"straggler_work",
     N_("Three ranks or more that compute, of which one takes over a fifth more than the median of the "
        "others in most steps that count, or the same fewer than half do together; the warm-up is none."),
     N_("Of two ranks nobody knows which one is as it should be. Not said where the others wait for another "
        "rank.")},
    {"straggler_late",
     N_("Collectives of ranks on one clock, matched by number or order: the others wait for one rank, or "
        "for the same fewer than half, in most steps, and for more than half of all waiting. Why one is late "
        "is told by what of its step is "
        "longer."),
     N_("Not said where the other ends of sends and receives are not known, and of matches by time; of low "
        "confidence where ranks are missing. A link is a reason where copies of the rank take longer: a "
        "collective lasts as long on every rank, so whose link holds it up is not said.")},
    {"straggler_absent",
     N_("Ranks that the files name and that were not opened, and collectives that last over twice as long as "
        "a "
        "payload as large once took."),
     N_("Not said where all ranks are there; nobody who is there is blamed then.")},
    {"pipeline_bubble",
     N_("Micro-batches that the program names, or sends and receives between stages of which both ends are "
        "known."),
     N_("Of medium confidence where sends and receives alone tell; not said of one rank.")},
    {"out_of_memory", N_("An allocator's snapshot whose history holds the event."),
     N_("Who held memory is not named where the history has no stacks.")},
    {"hang_mismatch hang_ahead hang_extra hang_culprit hang_gone hang_circle hang_left_behind hang_transport",
     N_("Dumps of PyTorch's flight recorder of the same time, best of all ranks."),
     N_("Of medium confidence where only a rank's dump is missing, or all came and a collective does not "
        "end; not "
        "said where every collective ended.")},
    {"hang_rank_dead hang_rank_unresponsive hang_rank_missing hang_rank_failed hang_rank_differs "
     "hang_rank_stuck hang_rank_behind",
     N_("A status of NCCL's RAS (ncclras -f json); two of them, a while apart, to tell who is stuck."),
     N_("Of low confidence where one status alone says that a rank is behind: it may only be late. Not said "
        "where counts grow from one status to the next. Ranks are those of the communicator.")},
    {"hang_file_behind",
     N_("Files of NCCL's profiler plugin or Inspector of several ranks of a communicator."),
     N_("Always of low confidence: files hold calls that completed, and may have been written at different "
        "times.")},
};

bool holds(const char* kinds, const std::string& kind)
{
    std::istringstream words(kinds);
    for (std::string word; words >> word;) {
        if (word == kind)
            return true;
    }
    return false;
}

} // namespace

std::span<const FindingNeeds> findingNeeds() { return kNeeds; }

const FindingNeeds* needsOf(const std::string& kind)
{
    const auto found =
        std::ranges::find_if(kNeeds, [&](const FindingNeeds& one) { return holds(one.kinds, kind); });
    return found == std::end(kNeeds) ? nullptr : &*found;
}

QString needsSentence(const std::string& kind)
{
    const FindingNeeds* const found = needsOf(kind);
    return found == nullptr ? QString()
                            : Words::tr("To be sure it needs: %1 It abstains: %2")
                                  .arg(translated(found->needs), translated(found->abstains));
}

} // namespace shardscope::app
