// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a training in a world of our own, recorded as torch.profiler would: threads of Python and of
// autograd, launches, one stream, an all-reduce. Shares nothing with what is tested with it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace shardscope::tests {

/// Times in microseconds.
struct Training {
    int ranks = 1;
    int steps = 6;
    int layers = 6;
    int microBatches = 2;
    int tokens = 4096;
    double product = 120;  ///< of a forward product; each gradient as long
    double attention = 60; ///< forward; backward twice as long
    double gelu = 40;      ///< in both passes
    double norm = 20;      ///< in both passes
    double loss = 80;      ///< in both passes
    double update = 90;    ///< in \c updates kernels
    int updates = 3;
    double allReduce = 150;          ///< with several ranks, behind backward
    double copy = 0;                 ///< of the input, before each forward
    bool recompute = false;          ///< the forward of each layer runs again before its backward
    double data = 0;                 ///< of the host, before each step, in a loader's range
    double cost = 0;                 ///< of recording an event
    double hostOf = 4;               ///< what an operator takes the host
    std::vector<double> slower = {}; ///< factor on the products of each rank; empty: 1
    double secondProduct = 1;        ///< factor on each layer's second product, forward: one kernel
    int slowLayer = -1;              ///< of which every kernel takes
    double slowLayerBy = 1;          ///< so many times as long
    double jitter = 0;               ///< standard deviation of each kernel's length, as a share of it
    unsigned seed = 1;
    bool loose = false; ///< the optimizer is not fused: four operations over all weights for each that is
    int chain = 0;      ///< element-wise operations behind the gelu, forward, each as long as it
    bool fused = false; ///< gelu and chain are one kernel, as long as the gelu
};

struct RecordedTraining {
    std::vector<std::string> files;      ///< one text for each rank
    double step = 0;                     ///< its true length, mean over the steps behind the first
    double waits = 0;                    ///< of a step and rank for the last to come to the all-reduce, mean
    std::map<std::string, double> spent; ///< by kind of work as core::StepTerm is written: a step, mean
    std::vector<std::map<std::string, double>> spentOf; ///< by rank
};
[[nodiscard]] RecordedTraining recorded(const Training& training);

} // namespace shardscope::tests
