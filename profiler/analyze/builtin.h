// SPDX-License-Identifier: GPL-3.0-or-later
// The analyses there are; one file each, of the same name.
#pragma once

#include "profiler/analyze/input/analysis.h"

namespace shardscope::profiler {

AnalysisWork temporalBreakdown;
AnalysisWork overlap;
AnalysisWork idleTime;
AnalysisWork kernelBreakdown;
AnalysisWork queueLength;
AnalysisWork copyBandwidth;
AnalysisWork launchStats;
AnalysisWork criticalPath;
AnalysisWork steps;
AnalysisWork annotations;
AnalysisWork operatorTree;
AnalysisWork utilization;
AnalysisWork memory;
AnalysisWork memorySnapshot;
AnalysisWork counters;
AnalysisWork kernelCounters;
// Over many ranks.
AnalysisWork communication;
AnalysisWork stragglers;
AnalysisWork hang;
AnalysisWork rankCriticalPath;
AnalysisWork pipelineBubble;
AnalysisWork rankSkew;
AnalysisWork parameterServer;

// What each of them needs: beside it, in the same file.
AnalysisLacks overlapLacks;
AnalysisLacks queueLengthLacks;
AnalysisLacks copyBandwidthLacks;
AnalysisLacks launchStatsLacks;
AnalysisLacks criticalPathLacks;
AnalysisLacks stepsLacks;
AnalysisLacks utilizationLacks;
AnalysisLacks operatorTreeLacks;
AnalysisLacks annotationsLacks;
AnalysisLacks memoryLacks;
AnalysisLacks memorySnapshotLacks;
AnalysisLacks countersLacks;
AnalysisLacks kernelCountersLacks;
AnalysisLacks communicationLacks;
AnalysisLacks stragglersLacks;
AnalysisLacks hangLacks;
AnalysisLacks rankCriticalPathLacks;
AnalysisLacks pipelineBubbleLacks;
AnalysisLacks rankSkewLacks;
AnalysisLacks parameterServerLacks;

} // namespace shardscope::profiler
