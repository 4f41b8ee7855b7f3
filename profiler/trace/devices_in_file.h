// SPDX-License-Identifier: GPL-3.0-or-later
// A file may hold several ranks (merged by another program, an exported simulation), several processes (a
// profiler around torchrun) or several devices of one process (JAX, DataParallel): each becomes a source of
// the run, so that nothing is ever summed or united over devices.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/run.h"

#include <cstdint>
#include <vector>

namespace shardscope::profiler {

/// Makes a source of each device of each process of each file. A process is a rank's tracks (importers say so
/// by Track::rank), and of these those of one host process, where devices have several owners: Track::owner,
/// else the process that most arrows to the device come from. Devices that only copy are not told apart from
/// their process' first. The first source keeps the file's own number and, of each process, the host's rows
/// (RunSource::hostSource); the others follow behind all files and share its clock. A file whose processes
/// all belong to one rank has that rank. Gives the file of each source. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<std::uint32_t>> splitDevices(core::Run& run, const core::Task& task);

/// The number of a track's device, as its process counts: of "GPU 3" and "/device:TPU:3", or Kineto's key
/// "3". -1: the track is no device's, or it has no number.
[[nodiscard]] std::int32_t deviceNumber(const core::Timeline& timeline, const core::Track& track);

} // namespace shardscope::profiler
