// SPDX-License-Identifier: GPL-3.0-or-later
// One sentence for each finding's key. Arguments arrive in the order the analysis gives them.
#include "app/session/text/phrase_text.h"
#include "app/session/trace/analyses.h"

#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/units/plain_number.h"

#include <QRegularExpression>

#include <array>

namespace shardscope::app {
namespace {

constexpr KeyedText kTexts[] = {
    // Why a report is empty
    {"empty.no_device_rows", N_("The run holds no work of a device: no kernels, copies or fills. It was "
                                "recorded without them, or nothing ran on one.")},
    {"empty.no_communication",
     N_("No kernel communicates: one device, or its collectives were not recorded.")},
    {"empty.no_launches", N_("No call could be linked to the device work it launched: the file holds no "
                             "correlation ids and no arrows between them.")},
    {"empty.no_copies", N_("No copy or fill says how much it moves.")},
    {"empty.no_host_rows", N_("The run holds no work of the host within the range.")},
    {"empty.no_steps", N_("No steps were found: no step marks, no annotation that repeats over most of the "
                          "run, and the kernels follow no period.")},
    {"empty.no_annotations", N_("The run holds no annotations.")},
    {"empty.no_counters", N_("The run holds no counters.")},
    {"empty.no_counter_ranges", N_("The run holds no hardware counters of kernels; torch.profiler writes "
                                   "them where its experimental_config names "
                                   "profiler_metrics (with CUDA up to 12.6).")},
    {"empty.no_memory_records", N_("The run holds no memory records; record it with profile_memory=True.")},
    {"empty.no_snapshot",
     N_("No file of the run is a snapshot of an allocator (torch.cuda.memory._dump_snapshot).")},
    {"empty.no_segments", N_("The snapshot holds no memory: nothing was reserved when it was taken.")},
    {"empty.no_products",
     N_("The run holds no operation whose work could be counted: no product, convolution or attention.")},
    {"empty.no_shapes", N_("The shapes of operations were not recorded, so their work cannot be counted; "
                           "record with record_shapes=True.")},
    {"empty.one_rank", N_("The run holds one rank only; open the files of all ranks together.")},
    {"empty.no_common_collectives", N_("The ranks share no collective that could be matched.")},
    {"empty.clocks_unknown", N_("The ranks' clocks could not be aligned, so their times cannot be compared; "
                                "the import report says why.")},
    {"empty.no_micro_batches",
     N_("No annotation names micro-batches (\"PP:0F3\", \"Forward 3\"), and no sends and receives lead from "
        "stage to stage: not a pipeline, or one rank of it.")},
    {"empty.transfers_unknown",
     N_("Of most sends and receives the other end is not known (record_shapes=True may name it), so the path "
        "cannot be followed from rank to rank.")},
    {"empty.no_flight_recorder",
     N_("No file is a dump of PyTorch's flight recorder (TORCH_NCCL_TRACE_BUFFER_SIZE) or a status of NCCL's "
        "RAS (ncclras -f json), and no rank's file ends behind the others'.")},
    {"empty.no_embeddings", N_("No kernel looks up embeddings and no all-to-all was matched.")},
    {"empty.no_parameter_server",
     N_("No annotation names stages of a parameter server (\"## embedding get 3 ##\").")},
    // Comparisons
    {"compare.sides", N_("A is %1, B is %2.")},
    {"compare.job", N_("%1: files of %2 jobs. What is compared is of job %3 alone: %4.")},
    {"compare.ranks", N_("A has %1 ranks, B has %2: times are means over the ranks of each.")},
    {"compare.planned_ranks", N_("A has %1 ranks, B has %2: a step is that of one rank in each, and only "
                                 "where both are of the same job do the figures belong together.")},
    {"compare.without_recorder",
     N_("%1: the step is the one without its recorder, %2 (%3 to %4); recorded were %5.")},
    {"compare.with_recorder",
     N_("%1: without its recorder a step would take %2 (%3 to %4). The other side's is not "
        "known, so steps are compared as recorded: %5.")},
    {"compare.closed_form", N_("%1 is a plan: its step is the simulated one, %2; its closed form says %3.")},
    {"compare.other_batch", N_("%1: products of rank %2 meet %3 tokens at once, those of most ranks %4.")},
    {"compare.model_not_told",
     N_("%1: shapes were not recorded (record_shapes=True), so that whether both ran one model and batch is "
        "not known.")},
    {"compare.devices_alone", N_("%1 devices are compared; without a partner are %2 of A and %3 of B.")},
    {"compare.absent",
     N_("%1 lacks the files of %2 ranks: what its ranks wait for them looks like communication.")},
    {"compare.beyond", N_("%1 differs by %2 of A's, which is more than was allowed.")},
    {"compare.out_of_tolerance", N_("%1 differs by %2 of A's; %3 were allowed.")},
    // Many ranks
    {"part.of_phase",
     N_("Rows of the phase %1 alone: what the devices do for other phases meanwhile shows as idle here.")},
    {"jobs.one_of_several", N_("%1 jobs were opened together; this is of job %2 alone: %3.")},
    {"report.cut", N_("%1: rows left out: %2 (--top 0 gives all).")},
    {"ranks.guessed", N_("%1 of %2 collectives were matched by when they ran, which is a guess; they are "
                         "left out of the verdict.")},
    {"overlap.by_host",
     N_("Communication runs through a library of the host (gloo, MPI); its calls are counted.")},
    {"ranks.clocks_unknown", N_("The clocks of %1 of %2 files are not known; they are left out.")},
    {"ranks.transfers_unknown",
     N_("Of %1 sends and receives the other end is not known (record_shapes=True may name it): ranks wait "
        "for one another there unseen, so nobody is blamed for coming last.")},
    {"slow_rank.computes",
     N_("Rank %1 holds the others up, because it computes longer (in %2 of %3 steps).")},
    {"slow_rank.alike", N_("The same holds, in the same steps, of these ranks: %1.")},
    {"slow_rank.input",
     N_("Rank %1 holds the others up, because it waits longer for its input (in %2 of %3 steps).")},
    {"slow_rank.link", N_("Rank %1 holds the others up, because it copies longer (in %2 of %3 steps).")},
    {"slow_rank.begins",
     N_("Rank %1 holds the others up, because its host begins later (in %2 of %3 steps).")},
    {"slow_rank.unknown",
     N_("Rank %1 comes last and holds the others up (in %2 of %3 steps); nothing that it "
        "does was recorded to last longer than elsewhere.")},
    {"stragglers.rank",
     N_("Rank %1 is waited for most in %2 of %3 steps; the others wait %4 for it, of %5 in all.")},
    {"stragglers.work", N_("Rank %1 computes %2 longer than the median of the others, in %3 of %4 steps.")},
    {"stragglers.absent", N_("%1 ranks are not in the run, the first is rank %2: in collectives that last "
                             "longer than they must, the others wait %3 for them.")},
    {"stragglers.warm_up",
     N_("The first %1 steps are left out of the verdict as warm-up: %2 of waiting lie in them.")},
    {"stragglers.none", N_("No rank holds the others up in most of the steps.")},
    {"hang.none", N_("Every collective that the recorders hold was completed: no hang.")},
    {"hang.mismatch", N_("%2 number %3 of group %4 is not called alike: %5 by rank %1, %6 by rank %7. Such a "
                         "collective never ends: "
                         "look for a branch, a shape or a type that differs there.")},
    {"hang.ahead",
     N_("Rank %1 left a collective out: as number %3 of group %4 it called %5, which rank %7 calls "
        "behind %6.")},
    {"hang.extra",
     N_("Rank %1 called a collective more than the others: as number %3 of group %4 it called %5, and "
        "behind it %6, where rank %7 is.")},
    {"hang.culprit", N_("The others wait in %2 number %3 of group %4 for rank %1, which itself waits in no "
                        "collective: look at what "
                        "its host does (input, a checkpoint, an error) and at its device.")},
    {"hang.gone",
     N_("The others wait in %2 number %3 of group %4 for rank %1, of which there is no dump: a process "
        "that died writes none. Else open its dump with these.")},
    {"hang.circle", N_("Ranks %1 wait for each other in a circle: they issue collectives of different groups "
                       "in different orders.")},
    {"hang.left_behind",
     N_("Rank %1 still waits in %2 number %3 of group %4, which others completed and went on "
        "from: look at its device and its network.")},
    {"hang.transport",
     N_("All ranks came to %2 number %3 of group %4, and on rank %1 it does not end: look at the "
        "network between them and at their devices.")},
    {"hang.other", N_("%1 number %2 of group %3: rank %4 called %6 there, rank %5 waits in %7.")},
    {"hang.missing", N_("%1 number %2 of group %3: ranks %4 never issued it, ranks %5 wait.")},
    {"hang.no_dump", N_("%1 number %2 of group %3: of ranks %4 there is no dump, ranks %5 wait; a process "
                        "that died writes none.")},
    {"hang.all_came", N_("%1 number %2 of group %3: all ranks came, it was completed on ranks %4 and not on "
                         "%5: look at the network and the devices.")},
    {"hang.all_answer",
     N_("All %1 ranks of %2 communicators answer and have launched the same collectives.")},
    {"hang.rank_dead", N_("%1 of %2 ranks of communicator %3 are dead or do not answer: %4. NCCL has given "
                          "up on their processes.")},
    {"hang.rank_unresponsive",
     N_("%1 of %2 ranks of communicator %3 do not answer: %4. Whoever meets them in "
        "a collective waits.")},
    {"hang.rank_missing",
     N_("%1 of %2 ranks of communicator %3 are missing: %4 (\"?\": NCCL does not say which).")},
    {"hang.rank_failed", N_("Rank %1 of communicator %2 reports an error of NCCL (ncclResult_t %3).")},
    {"hang.rank_differs", N_("Ranks of communicator %2 do not launch the same collectives: %3 by rank %1, %5 "
                             "by rank %4. Such a collective never ends.")},
    {"hang.rank_stuck", N_("Rank %1 of communicator %2 is behind and nobody launched anything for %6: it is "
                           "at %3, rank %4 waits at %5.")},
    {"hang.rank_behind", N_("Rank %1 of communicator %2 is behind: it is at %3, rank %4 at %5. One status "
                            "does not tell late from stuck: ask again and open both.")},
    {"hang.file_behind", N_("The file of rank %1 ends at number %3 of communicator %2, others at %4: it came "
                            "no further, or was written earlier.")},
    {"communication.host_only", N_("No device rows: all communication counts as exposed.")},
    {"pipeline.bubble", N_("Step %1: the ranks neither run forward nor backward for %2 of %3.")},
    {"pipeline.by_transfers",
     N_("No annotation names micro-batches: what a rank waits for is told by its sends and receives. A "
        "bubble is time in which it computes nothing and waits for one of them, and what lies before its "
        "first and behind its last work of a step.")},
    {"rank_skew.embedding", N_("Rank %1 spends %2 more time on embeddings than the mean of all ranks.")},
    {"rank_skew.exchange", N_("Rank %1 sends %2 more through all-to-alls than the mean of all ranks.")},
    {"parameter_server.staleness", N_("Rank %1: embeddings are read while up to %2 earlier batches are not "
                                      "put back (batch %3); %4 on average.")},
    {"parameter_server.synchronous",
     N_("Rank %1: every batch is put back before the next is read: synchronous.")},
    {"parameter_server.pace", N_("Rank %1: a batch every %2, of stages that add up to %3.")},
    // Time of the device
    {"temporal.idle", N_("Rank %1: the device is idle for %2 of %3; the longest times are marked.")},
    {"overlap.exposed", N_("Rank %1: %2 of %3 of communication is not hidden behind computation; the longest "
                           "times are marked.")},
    {"idle.host_wait", N_("Rank %1, %2: %3 of %4 idle time is the device waiting for the host to launch "
                          "work; the longest waits are marked.")},
    {"idle.no_launches", N_("No call could be linked to the work it launched, so waiting for the host cannot "
                            "be told from other idle time.")},
    {"kernels.overlap", N_("Rank %1, %2: %3 of %4 kernels and copies begin before an earlier one on the "
                           "stream is over (programmatic dependent launch). All are kept; %5 lie in several "
                           "of them, which sums by name count each time and all other times once.")},
    {"kernels.dominant", N_("Rank %1: %2 takes %3 of %4 of computing.")},
    {"queue.full",
     N_("Rank %1, %2: the queue is full for %3, so launching calls block; the longest such time is marked.")},
    {"launch.short_kernels", N_("Rank %1: %2 of %3 kernels and copies run shorter than the call that "
                                "launches them; larger batches, fusion or CUDA graphs would help.")},
    {"launch.short_kernels_alone", N_("Rank %1: %2 of %3 kernels and copies run shorter than the call that "
                                      "launches them; larger batches or fusion would help.")},
    {"launch.far_apart", N_("Rank %1: %2 of %3 kernels and copies begin long after the work before them on "
                            "their stream, %4 in all; the longest gaps are marked.")},
    {"launch.without_call",
     N_("Rank %1: %2 kernels and copies have no launching call in the file; they are left out here.")},
    {"steps.slow", N_("Rank %1: over a fifth longer than the median of %3 (steps: %2); they are marked.")},
    {"steps.by_period",
     N_("Rank %1: the file marks no steps; they were found by the period of its kernels.")},
    {"utilization.largest", N_("Rank %1: %2 of %3 takes most device time of all products, %4.")},
    {"utilization.coverage", N_("Rank %1: the operations whose work is counted cover only %2 of the kernels' "
                                "time; the utilisation is a lower bound.")},
    {"utilization.mask_not_told",
     N_("Rank %1: of %2 calls of attention nothing tells whether the mask is causal, and all scores count: "
        "where it is, the work is about half.")},
    {"utilization.tf32_by_default",
     N_("Rank %1: %2 convolutions of 32-bit numbers are held against tf32, in which PyTorch has cuDNN "
        "compute unless told "
        "otherwise (torch.backends.cudnn.allow_tf32); their kernels' names do not say.")},
    {"utilization.fewer_operations", N_("Rank %1: %2 convolutions are faster than the peak of %4, at most "
                                        "%3: %5 of %6. Their kernels are Winograd's or FFT's, "
                                        "which do fewer operations than are counted.")},
    {"utilization.beyond_peak",
     N_("Rank %1: %2 products are faster than the peak of %4 that they are held against, at most %3: %5 of "
        "%6. Their "
        "kernels must compute in another number format than that; their names do not say which.")},
    {"utilization.other_device", N_("The run was recorded on %1; the peaks are those of %2.")},
    {"utilization.peaks", N_("The peaks are those of %1.")},
    {"utilization.no_hardware", N_("Name the hardware (--hardware) to see shares of its peaks.")},
    {"kernel_counters.unmatched", N_("Rank %1: operators cannot be told, for %2 ranges were counted and %3 "
                                     "kernels launched; record one device with "
                                     "profiler_measure_per_kernel=True, and without CUDA graphs.")},
    {"kernel_counters.no_times", N_("The ranges' places on the timeline are no times: the profiler spreads "
                                    "them evenly over the recording.")},
    {"memory.peak", N_("Rank %1, %2: the peak of %3 is marked.")},
    {"memory.held",
     N_("Rank %1, %2: at the peak %3 of %4 were asked for in %5 (%6), more than anywhere else.")},
    {"memory.unused", N_("Rank %1, %2: at the peak %3 of the reserved %4 is allocated to nothing.")},
    {"memory.grows",
     N_("Rank %1, %2: %3 more are held after each of %4 steps; of them %6 were asked for in %5.")},
    {"memory_snapshot.peak",
     N_("Device %1: of the peak of %2, %3 are %4, and of these %5 were asked for in %6.")},
    {"memory_snapshot.oom",
     N_("Device %1 ran out of memory %9 after the record began: %2 were asked for in %3, the "
        "driver had %4 left and the allocator had reserved %5, of which %6 were held, %8 of "
        "it by %7.")},
    {"memory_snapshot.oom_in_pieces",
     N_("Device %1: the %2 asked for are no more than the %3 that the driver had "
        "left and the %4 that were reserved and not held: they lay in pieces.")},
    {"memory_snapshot.fragmented", N_("Device %1: %2 of the reserved %3 is free, but the largest piece is "
                                      "%4; expandable segments would help.")},
    {"memory_snapshot.scattered",
     N_("Device %1: %2 of the reserved %3 is free, but the largest piece is %4, between "
        "blocks that are held. Segments can grow already: see who holds these blocks "
        "for long.")},
    {"memory_snapshot.cached",
     N_("Device %1: %2 of the reserved %3 is in segments that nothing is held in: the "
        "allocator keeps them, and others could have them.")},
    {"memory_snapshot.private_pools",
     N_("Device %1: private pools (of CUDA graphs and the like) have %2 of the "
        "reserved %3; %4 of that is free, and nobody else can use it.")},
    {"memory_snapshot.grows",
     N_("Device %1: %2 more are held after each of %3 steps; of them %5 were asked for in "
        "%4.")},
    {"critical_path.cpu_bound", N_("Rank %1: the host's own work is %2 of the path's %3.")},
    {"critical_path.gpu_compute_bound", N_("Rank %1: computing on the device is %2 of the path's %3.")},
    {"critical_path.gpu_communication_bound", N_("Rank %1: communication is %2 of the path's %3.")},
    {"critical_path.gpu_kernel_kernel_overhead",
     N_("Rank %1: pauses between kernels are %2 of the path's %3.")},
    {"critical_path.gpu_kernel_launch_overhead", N_("Rank %1: launching is %2 of the path's %3.")},
    {"critical_path.no_range",
     N_("Rank %1: there is no range number %3 whose name starts with \"%2\"; the whole run was taken.")},
    {"critical_path.inferred",
     N_("Rank %1: what the file tells explains %2 of the range. The path here explains %3: it takes a thread "
        "that paused to have waited for the operation of another thread that ended last meanwhile, or else "
        "to have been busy by itself (Python, input), and a call that waits for the device for the work that "
        "ended last.")},
    {"critical_path.covers", N_("Rank %1: the path explains %2 of %3. In the rest nothing that was recorded "
                                "leads from one event to the next: take its shares with care.")},
    {"critical_path.beyond",
     N_("Rank %1: work launched in the range goes on for %2 behind its end, and the path with it.")},
    {"critical_path.backwards", N_("Rank %1: %2 links go back in time, because the clocks of host and device "
                                   "differ; they were left out.")},
    {"critical_path.unmarked_waits", N_("Rank %1: %2 calls wait for the device, and the file does not say "
                                        "for which work; record with synchronisation events to see it.")},
    {"launch.latest", N_("Rank %1: the longest wait between a call and its work is %2; the work is marked.")},
};

/// "1200 ns" and "512 B" with the reader's units, anything else as it is.
QString argumentText(const std::string& argument, core::TextStyle style)
{
    struct Unit {
        std::string_view suffix;
        core::Dimension dimension;
        double scale;
    };
    constexpr std::array kUnits{Unit{" ns", core::kSecond, 1e-9}, Unit{" B", core::kByte, 1}};
    for (const Unit& unit : kUnits) {
        if (!argument.ends_with(unit.suffix))
            continue;
        const auto number = core::parseWhole(argument.substr(0, argument.size() - unit.suffix.size()));
        if (number)
            return QString::fromStdString(
                core::quantityText(static_cast<double>(*number) * unit.scale, unit.dimension, style)
                    .joined());
    }
    return shownText(argument);
}

/// A run of one rank that does not say which: the sentence begins behind "Rank %1: ".
QString withoutRank(const QString& text)
{
    static const QRegularExpression start(QStringLiteral("^\\S+ %1[:,\\x{FF1A}\\x{3001}]\\s*"));
    QString rest = text.mid(start.match(text).capturedLength());
    if (!rest.isEmpty())
        rest.front() = rest.front().toUpper();
    return rest;
}

} // namespace

QString filledText(const QString& text, const std::vector<std::string>& args, core::TextStyle style)
{
    QStringList values;
    for (const std::string& argument : args)
        values << argumentText(argument, style);
    return filled(text, values);
}

QString findingText(const core::Finding& finding, core::TextStyle style)
{
    const char* const known = textOf(kTexts, finding.key);
    QString text = *known != 0 ? translated(known) : QString::fromStdString(finding.key);
    if (!finding.args.empty() && finding.args.front() == "?")
        text = withoutRank(text);
    return filledText(text, finding.args, style);
}

} // namespace shardscope::app
