// SPDX-License-Identifier: GPL-3.0-or-later
// A recommendation model: embedding tables, two perceptrons and the interaction between them, and what they
// weigh.
#pragma once

#include "core/base/copied_once.h"
#include "core/base/enum_names.h"
#include "core/model/dtype.h"
#include "core/model/optimizer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// How the dense vector and the pooled vectors meet. Dot: pairwise products (DLRM, arXiv:1906.00091); Cat:
/// side by side; Dcn: low-rank cross network (DCNv2, arXiv:2008.13535).
enum class Interaction { Dot, Cat, Dcn };
constexpr auto enumNames(Interaction) { return namesUpTo<Interaction::Dcn>("dot", "cat", "dcn"); }

/// Where the law of how ids repeat comes from: a Zipf law over the rows, or the reuse of ids within a batch
/// that was published of production models (planner/recommender/placement/reuse_histogram.h).
enum class IdLaw { Zipf, MetaAds2021, MetaAds2022 };
constexpr auto enumNames(IdLaw)
{
    return namesUpTo<IdLaw::MetaAds2022>("zipf", "meta_ads_2021", "meta_ads_2022");
}

/// A table, or \c count equal ones. One feature reads one table.
struct EmbeddingTable {
    std::string name;
    std::int64_t rows = 0;
    std::int64_t dim = 0;
    double pooling = 1; ///< mean ids a sample looks up in it
    Dtype dtype = Dtype::Fp32;
    OptimizerKind optimizer = OptimizerKind::Sgd;
    std::int64_t count = 1;
    double skew = 0; ///< exponent of a Zipf law over the rows; 0: all equally often
    /// The first id of a sample decides all others (MLPerf's multi-hot Criteo): the law is that of first ids,
    /// the rows of their sets lie anywhere.
    bool repeatedSets = false;
    double once = 0; ///< share of lookups whose id comes never again; the others follow the Zipf law
    IdLaw ids = IdLaw::Zipf;

    [[nodiscard]] double parameters() const; ///< of all \c count
    [[nodiscard]] Bytes weightBytes() const; ///< of all \c count: rows · dim · width
    /// Optimizer slots of all \c count in fp32: SGD none, momentum and Adagrad one a weight, row-wise Adagrad
    /// one a row, Adam and LAMB two a weight (pytorch/torchrec @a48cef7, _get_optimizer_multipler;
    /// PersiaML/PERSIA @ff754b8, optim.rs).
    [[nodiscard]] Bytes optimizerBytes() const;
    friend bool operator==(const EmbeddingTable&, const EmbeddingTable&) = default;
};

struct Recommender {
    SHARDSCOPE_COPIED_ONCE(Recommender);

    std::int64_t denseFeatures = 0;
    std::vector<std::int64_t> bottomMlp; ///< widths of its layers, without its input
    std::vector<std::int64_t> topMlp;    ///< the same; its input is the interaction's output
    Interaction interaction = Interaction::Dot;
    std::int64_t crossLayers = 3; ///< of Dcn
    std::int64_t crossRank = 512; ///< of Dcn
    std::vector<EmbeddingTable> tables;

    [[nodiscard]] std::int64_t tableCount() const; ///< with repeats
    [[nodiscard]] double embeddingParameters() const;
    [[nodiscard]] double denseParameters() const; ///< perceptrons with biases, cross layers
    [[nodiscard]] Bytes embeddingBytes() const;
    [[nodiscard]] Bytes embeddingOptimizerBytes() const;
    [[nodiscard]] double lookupsPerSample() const;         ///< ids
    [[nodiscard]] double pooledWidth() const;              ///< elements of all pooled vectors of a sample
    [[nodiscard]] std::int64_t interactionInputs() const;  ///< elements entering the interaction
    [[nodiscard]] std::int64_t interactionOutputs() const; ///< elements entering the top perceptron
    /// Forward multiply-adds count two: 2 · in · out of each layer, and the interaction's own.
    [[nodiscard]] double bottomFlopsPerSample() const;
    [[nodiscard]] double topFlopsPerSample() const;
    [[nodiscard]] double interactionFlopsPerSample() const;
    friend bool operator==(const Recommender&, const Recommender&) = default;
};

} // namespace shardscope::core
