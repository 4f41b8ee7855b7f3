// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of core's, planner's and profiler's texts; tst_source_texts fails where one of them is missing.
#include "app/session/text/source_texts.h"

#include <QCoreApplication>

namespace shardscope::app {

const std::vector<std::string>& listedSourceTexts()
{
    static const std::vector<std::string> texts{
        // Keys of a plan (core/plan/plan_fields)
        QT_TRANSLATE_NOOP("Source", "Devices each layer is split over (t)"),
        QT_TRANSLATE_NOOP("Source", "Tokens the whole training sees"),
        QT_TRANSLATE_NOOP("Source", "Samples the whole training sees"),
        QT_TRANSLATE_NOOP("Source", "Times the whole training sees its data set"),
        QT_TRANSLATE_NOOP("Source", "Samples of one epoch"),
        QT_TRANSLATE_NOOP("Source", "Stages the layers are divided into (p)"),
        QT_TRANSLATE_NOOP("Source", "Copies that share the batch (r)"),
        QT_TRANSLATE_NOOP("Source", "Devices each sequence is divided over"),
        QT_TRANSLATE_NOOP("Source", "Devices the experts are divided over; divides replica times context"),
        QT_TRANSLATE_NOOP("Source", "Chunks of layers a stage holds, for the interleaved schedule"),
        QT_TRANSLATE_NOOP("Source", "Divide norms and dropouts along the sequence over the tensor group"),
        QT_TRANSLATE_NOOP("Source", "Samples a replica takes at a time"),
        QT_TRANSLATE_NOOP("Source", "Micro-batches a replica accumulates in a step"),
        QT_TRANSLATE_NOOP("Source", "Samples of all replicas in a step"),
        QT_TRANSLATE_NOOP("Source", "Tokens of a sample; 0 or not given: the model's maximum"),
        QT_TRANSLATE_NOOP(
            "Source", "Tokens that the decoder of an encoder-decoder sees; 0 or not given: as the encoder"),
        QT_TRANSLATE_NOOP("Source", "Replicas the weights are divided over (rts)"),
        QT_TRANSLATE_NOOP("Source", "Replicas the gradients are divided over"),
        QT_TRANSLATE_NOOP("Source", "Replicas the optimizer's state is divided over (rts')"),
        QT_TRANSLATE_NOOP("Source", "Preset of the three degrees over all replicas: ZeRO 0, 1, 2 or 3"),
        QT_TRANSLATE_NOOP("Source", "Number format of the weights"),
        QT_TRANSLATE_NOOP("Source", "Number format of the gradients; that of the weights where not given"),
        QT_TRANSLATE_NOOP("Source", "Number format of master weights, or none"),
        QT_TRANSLATE_NOOP("Source", "Number format of the optimizer's state"),
        QT_TRANSLATE_NOOP("Source", "Compute 32-bit weights in 16 bits (autocast)"),
        QT_TRANSLATE_NOOP("Source", "Number format of computation where it differs from the weights"),
        QT_TRANSLATE_NOOP("Source", "Memory that holds the weights between uses"),
        QT_TRANSLATE_NOOP("Source", "Memory that holds the gradients"),
        QT_TRANSLATE_NOOP("Source", "Memory that holds the optimizer's state and master weights"),
        QT_TRANSLATE_NOOP("Source", "Memory that holds activations until backward"),
        QT_TRANSLATE_NOOP("Source", "Order of micro-batches in the pipeline"),
        QT_TRANSLATE_NOOP("Source", "Activations computed again in backward"),
        QT_TRANSLATE_NOOP("Source", "Attention kernel"),
        QT_TRANSLATE_NOOP("Source",
                          "With sequence parallelism: keep gathered activations or gather them again"),
        QT_TRANSLATE_NOOP("Source", "Optimizer"),
        QT_TRANSLATE_NOOP("Source",
                          "Parts of a stage that run one after another; 0: the whole stage is resident"),
        QT_TRANSLATE_NOOP("Source", "Memory the phases are loaded from"),
        QT_TRANSLATE_NOOP("Source", "Whose kernels and saved tensors are meant"),
        QT_TRANSLATE_NOOP("Source", "Fused kernels, or one for each operation"),
        QT_TRANSLATE_NOOP("Source", "Dropouts are on"),
        QT_TRANSLATE_NOOP("Source", "Loss without a 32-bit copy of the logits"),
        QT_TRANSLATE_NOOP("Source", "Sharded weights are dropped after forward, or kept"),
        QT_TRANSLATE_NOOP("Source", "Layers of each pipeline stage; even where not given"),
        QT_TRANSLATE_NOOP("Source", "Number format on the wire of each collective"),
        QT_TRANSLATE_NOOP("Source", "Update of the dense weights"),
        QT_TRANSLATE_NOOP("Source", "Update of the embedding tables"),
        QT_TRANSLATE_NOOP("Source", "Steps an asynchronous reader may be behind"),
        QT_TRANSLATE_NOOP("Source",
                          "Of the tensor group, devices that cut the hidden width too (2D); divides tensor"),
        QT_TRANSLATE_NOOP("Source", "Cut the checkpoints of a full recompute over the tensor group"),
        QT_TRANSLATE_NOOP("Source", "DeepSpeed: elements of gradients reduced at a time"),
        QT_TRANSLATE_NOOP("Source", "DeepSpeed: elements of weights gathered ahead"),
        QT_TRANSLATE_NOOP("Source", "DeepSpeed: elements of weights that stay gathered at most"),
        QT_TRANSLATE_NOOP("Source", "DeepSpeed: tensors of fewer elements always stay gathered"),
        QT_TRANSLATE_NOOP("Source", "DeepSpeed: gradients are reduced out of a buffer made beforehand"),
        QT_TRANSLATE_NOOP("Source", "IPU: tiles that only stream, beside those that compute"),
        QT_TRANSLATE_NOOP("Source", "IPU: share of the memory set aside for an operation's temporaries"),
        QT_TRANSLATE_NOOP("Source", "Embeddings, or the ids of sharded ones, travel while earlier batches "
                                    "train; false: naive hybrid"),
        QT_TRANSLATE_NOOP("Source", "What is fixed for embedding tables: shardings, kernels, device N"),
        // Remarks of an import (profiler/remarks/remark_kinds)
        QT_TRANSLATE_NOOP("Source", "The compressed file is cut short. Everything up to there is kept; "
                                    "record or copy the file again for the rest."),
        QT_TRANSLATE_NOOP("Source", "The compressed data are damaged, or their checksum does not match. "
                                    "Everything up to there is kept."),
        QT_TRANSLATE_NOOP(
            "Source", "The file ends inside an event or a value, which is lost; everything before is kept."),
        QT_TRANSLATE_NOOP("Source", "An event is not valid JSON (often an unescaped quote in a name) and was "
                                    "skipped up to the next event."),
        QT_TRANSLATE_NOOP(
            "Source",
            "A value beside the events is not valid JSON or not of the expected type; what it says is lost."),
        QT_TRANSLATE_NOOP("Source", "An event has no usable time stamp and cannot be placed."),
        QT_TRANSLATE_NOOP("Source", "A counter's value is not a finite number; this sample is left out."),
        QT_TRANSLATE_NOOP(
            "Source",
            "An end event has no begin event on its track (often cut off at the start of the recording)."),
        QT_TRANSLATE_NOOP("Source", "Events of a kind that the timeline does not show: samples, object and "
                                    "memory snapshots, contexts, clock marks."),
        QT_TRANSLATE_NOOP("Source", "An event does not say what kind it is."),
        QT_TRANSLATE_NOOP("Source", "An element of the events is not an object."),
        QT_TRANSLATE_NOOP("Source",
                          "Bytes behind the compressed data are not compressed data; they were ignored."),
        QT_TRANSLATE_NOOP("Source", "Text behind the end of the trace was ignored."),
        QT_TRANSLATE_NOOP("Source", "The list of events is not closed: the recording program probably ended "
                                    "early. All events are kept."),
        QT_TRANSLATE_NOOP(
            "Source", "The file's outer object is not closed: the recording program probably ended early."),
        QT_TRANSLATE_NOOP("Source", "A comma stands behind the last event. All events are kept."),
        QT_TRANSLATE_NOOP("Source", "Two events follow each other without a comma. Both are kept."),
        QT_TRANSLATE_NOOP("Source", "A complete event has no duration; it is shown with duration zero."),
        QT_TRANSLATE_NOOP("Source", "A duration is not a number; the event is shown with duration zero."),
        QT_TRANSLATE_NOOP("Source", "A duration is negative; the event is shown with duration zero."),
        QT_TRANSLATE_NOOP("Source", "A time lies more than 146 years from zero and was moved to that limit."),
        QT_TRANSLATE_NOOP("Source", "A begin event has no end event; it is shown until the last time of its "
                                    "track and not counted as a slice."),
        QT_TRANSLATE_NOOP("Source", "Names that hold control characters, wrong escapes or bytes that are not "
                                    "UTF-8; these are shown as \xEF\xBF\xBD."),
        QT_TRANSLATE_NOOP("Source", "A part of the file is not the record it should be, and is left out."),
        QT_TRANSLATE_NOOP("Source", "The text is not valid JSON from here on. Everything before is kept."),
        QT_TRANSLATE_NOOP("Source",
                          "An entry does not have the shape that this format gives it, and is left out."),
        QT_TRANSLATE_NOOP(
            "Source",
            "A name that events refer to by number is not in the file; the events are kept without it."),
        QT_TRANSLATE_NOOP("Source",
                          "A counter's value does not say which counter it belongs to, and is left out."),
        QT_TRANSLATE_NOOP(
            "Source",
            "The recording program says that it lost data here, mostly because its buffer was full."),
        QT_TRANSLATE_NOOP("Source", "A member of an archive was not read: a link, a name that leads out of "
                                    "the archive, or a nested archive."),
        QT_TRANSLATE_NOOP("Source",
                          "Entries lack a field that this format has; zero or nothing stands for it."),
        QT_TRANSLATE_NOOP("Source", "The events have an order but no times; unless they were linked to a "
                                    "recording they are shown one microsecond apart."),
        QT_TRANSLATE_NOOP("Source", "Events without a name are called 'unnamed'."),
        QT_TRANSLATE_NOOP(
            "Source", "Entries that only tell how often something happened have no time and are not shown."),
        QT_TRANSLATE_NOOP(
            "Source",
            "Nothing in the file ties one of its clocks to the others; its times are shown as they are."),
        QT_TRANSLATE_NOOP(
            "Source", "Raw control characters and bytes that are not UTF-8, inside texts, are shown as '?'."),
        QT_TRANSLATE_NOOP(
            "Source",
            "The recording program left warnings or errors of its own; the run's metadata hold them."),
        QT_TRANSLATE_NOOP("Source",
                          "A file of the folder or archive is of no known format and was not read."),
        QT_TRANSLATE_NOOP(
            "Source",
            "The file holds data of further kinds, which are not shown; the run's metadata list them."),
        QT_TRANSLATE_NOOP("Source",
                          "Samples of a thread's stack; a frame is shown from the first sample that has it "
                          "to the next one that has not."),
        QT_TRANSLATE_NOOP("Source",
                          "What was kept of this run from the last time is damaged, or of another version of "
                          "the program; the files were read again and it is kept anew."),
        QT_TRANSLATE_NOOP(
            "Source", "A part of the pack that only saves work (sums for drawing, reports of analyses) is "
                      "damaged; it is worked out again from the rest."),
        QT_TRANSLATE_NOOP(
            "Source", "The lines tell times of day but no date: they stand on one unknown day, where a time "
                      "that goes back by more than an hour begins the next one, and cannot be aligned with "
                      "files that tell real time."),
        QT_TRANSLATE_NOOP("Source",
                          "Processes of several ranks are in one file, which is read as one part of the run: "
                          "where their call ids "
                          "repeat, launches may be found in another rank. Better are the ranks' own files."),
        QT_TRANSLATE_NOOP("Source", "Times finer than a nanosecond: begin and end are both rounded down."),
        QT_TRANSLATE_NOOP("Source",
                          "Nodes of an execution trace that were found in the recording of the same "
                          "process, by their id or their sequence numbers; the recorded operations "
                          "have their arguments and dependencies."),
        QT_TRANSLATE_NOOP("Source",
                          "Nodes of an execution trace that were found in the recording by the order "
                          "of their names alone; they may be of another step of the same program."),
        QT_TRANSLATE_NOOP("Source", "Nodes of an execution trace that the recording of the same process does "
                                    "not have; they are not shown."),
        QT_TRANSLATE_NOOP("Source", "Several files say that they are of the same rank."),
        QT_TRANSLATE_NOOP(
            "Source",
            "Some files tell wall-clock time and some do not, so that ranks may lie apart on the time axis."),
        QT_TRANSLATE_NOOP(
            "Source", "The compressed file consists of several parts, which were read one after another."),
        QT_TRANSLATE_NOOP("Source",
                          "An empty object stands among the events; some writers close their list with one."),
        QT_TRANSLATE_NOOP("Source",
                          "An end event has arguments of its own; those of the begin event are shown."),
        QT_TRANSLATE_NOOP("Source", "Slices that overlap another one of their track without lying inside it; "
                                    "they are shown in lanes of their own."),
        QT_TRANSLATE_NOOP("Source", "The end of an arrow without its start; no arrow is drawn. Some "
                                    "profilers write one for every call."),
        QT_TRANSLATE_NOOP("Source", "The start of an arrow without its end; no arrow is drawn."),
        QT_TRANSLATE_NOOP("Source",
                          "An arrow's end at which its track has no slice; the arrow ends at that time."),
        // Analyses (profiler/analyze/builtin)
        QT_TRANSLATE_NOOP("Source", "Communication by collective, group and axis"),
        QT_TRANSLATE_NOOP("Source", "collectives"),
        QT_TRANSLATE_NOOP(
            "Source",
            "What each kind of collective and each process group moves, and how much of it is exposed."),
        QT_TRANSLATE_NOOP("Source", "Stragglers: who waits for whom"),
        QT_TRANSLATE_NOOP("Source", "collectives of two ranks or more"),
        QT_TRANSLATE_NOOP("Source",
                          "Which rank comes late to collectives, and how long the others wait for it."),
        QT_TRANSLATE_NOOP("Source", "Critical path across ranks"),
        QT_TRANSLATE_NOOP("Source",
                          "Which rank's work, and which collectives, made the run as long as it is."),
        QT_TRANSLATE_NOOP("Source", "Pipeline bubble by rank"),
        QT_TRANSLATE_NOOP("Source", "annotations of micro-batches"),
        QT_TRANSLATE_NOOP("Source", "How long each rank of a pipeline neither runs forward nor backward."),
        QT_TRANSLATE_NOOP("Source", "Skew of embeddings and all-to-alls"),
        QT_TRANSLATE_NOOP("Source", "two ranks or more"),
        QT_TRANSLATE_NOOP("Source", "How unevenly embedding work and exchanged data lie on the ranks."),
        QT_TRANSLATE_NOOP("Source", "Parameter server: stages and staleness"),
        QT_TRANSLATE_NOOP("Source", "annotations of embedding get and put"),
        QT_TRANSLATE_NOOP("Source", "Time of each stage of a batch, and how stale its embeddings were."),
        QT_TRANSLATE_NOOP("Source", "Temporal breakdown"),
        QT_TRANSLATE_NOOP("Source", "device rows"),
        QT_TRANSLATE_NOOP("Source",
                          "Time of each rank's devices: computing, communicating or copying exposed, idle."),
        QT_TRANSLATE_NOOP("Source", "Communication hidden behind computation"),
        QT_TRANSLATE_NOOP(
            "Source",
            "How much of the communication runs while the device computes, and how much is exposed."),
        QT_TRANSLATE_NOOP("Source", "Idle time by cause"),
        QT_TRANSLATE_NOOP("Source", "device rows, launches"),
        QT_TRANSLATE_NOOP("Source",
                          "Why each stream waits: for the host, between kernels, or for something else."),
        QT_TRANSLATE_NOOP("Source", "Kernels by kind and name"),
        QT_TRANSLATE_NOOP("Source", "Device time by kind of work with overlaps apart, and by kernel."),
        QT_TRANSLATE_NOOP("Source", "Queue length"),
        QT_TRANSLATE_NOOP("Source", "How much launched work waits for each stream, over time."),
        QT_TRANSLATE_NOOP("Source", "Copies and their bandwidth"),
        QT_TRANSLATE_NOOP("Source", "device copies"),
        QT_TRANSLATE_NOOP("Source", "What copies and fills move, and how fast."),
        QT_TRANSLATE_NOOP("Source", "Launches"),
        QT_TRANSLATE_NOOP("Source",
                          "What launching costs: time of the calls, of the work, and the wait between."),
        QT_TRANSLATE_NOOP("Source", "Critical path"),
        QT_TRANSLATE_NOOP("Source", "host rows, launches"),
        QT_TRANSLATE_NOOP(
            "Source",
            "What held a step up: the longest chain of host work, launches, device work and waits."),
        QT_TRANSLATE_NOOP("Source", "Steps"),
        QT_TRANSLATE_NOOP("Source", "step marks, repeating annotations or a period of kernels"),
        QT_TRANSLATE_NOOP("Source",
                          "How long each step took, what the devices did meanwhile, which steps stand out."),
        QT_TRANSLATE_NOOP("Source", "FLOP/s and utilisation"),
        QT_TRANSLATE_NOOP("Source", "recorded shapes"),
        QT_TRANSLATE_NOOP(
            "Source",
            "Floating-point operations achieved by product and step, of the peak and the roofline."),
        QT_TRANSLATE_NOOP("Source", "Modules and operations"),
        QT_TRANSLATE_NOOP("Source", "host rows"),
        QT_TRANSLATE_NOOP("Source", "Host time and the device time it launched, as a tree of names."),
        QT_TRANSLATE_NOOP("Source", "Annotations"),
        QT_TRANSLATE_NOOP("Source", "annotations"),
        QT_TRANSLATE_NOOP("Source",
                          "Time of the ranges that the program named, on the host and on the device."),
        QT_TRANSLATE_NOOP("Source", "Memory"),
        QT_TRANSLATE_NOOP("Source", "memory records"),
        QT_TRANSLATE_NOOP("Source",
                          "What the allocator held over time, by phase, and who held it at the peak."),
        QT_TRANSLATE_NOOP("Source", "Allocator snapshot"),
        QT_TRANSLATE_NOOP("Source", "a memory snapshot"),
        QT_TRANSLATE_NOOP(
            "Source",
            "How much reserved memory is free and in which pieces, who holds the rest, when it peaked."),
        QT_TRANSLATE_NOOP("Source", "Counters"),
        QT_TRANSLATE_NOOP("Source", "counters"),
        QT_TRANSLATE_NOOP("Source", "Least, most and mean over time of every counter."),
    };
    return texts;
}

} // namespace shardscope::app
