// SPDX-License-Identifier: GPL-3.0-or-later
// core/model: hybrids of attention and mixers that keep a state. Counts by hand and against what is
// published.
#include "core/catalog/catalog.h"
#include "core/catalog/model_file.h"
#include "core/io/text_file.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace shardscope::core;
using nlohmann::json;

namespace {

/// Width 16, 4 query and 2 key heads of 8; Mamba-2 of 6 heads of 4 with 2 groups of 5 states.
json nemotron(const char* pattern)
{
    return {{"model_type", "nemotron_h"},
            {"vocab_size", 100},
            {"hidden_size", 16},
            {"num_attention_heads", 4},
            {"num_key_value_heads", 2},
            {"head_dim", 8},
            {"intermediate_size", 24},
            {"mlp_hidden_act", "relu2"},
            {"hybrid_override_pattern", pattern},
            {"mamba_num_heads", 6},
            {"mamba_head_dim", 4},
            {"n_groups", 2},
            {"ssm_state_size", 5},
            {"n_routed_experts", 4},
            {"num_experts_per_tok", 2},
            {"moe_intermediate_size", 12},
            {"moe_shared_expert_intermediate_size", 24}};
}
json qwen(const char* type)
{
    return {{"model_type", type},
            {"vocab_size", 100},
            {"hidden_size", 16},
            {"num_hidden_layers", 8},
            {"num_attention_heads", 4},
            {"num_key_value_heads", 2},
            {"head_dim", 8},
            {"hidden_act", "silu"},
            {"linear_num_value_heads", 6},
            {"linear_value_head_dim", 4},
            {"linear_num_key_heads", 3},
            {"linear_key_head_dim", 5}};
}
/// Four layers; lightning attention has the 4 heads of 8 that attention's queries have.
json minimax()
{
    return {{"model_type", "minimax_m1"},
            {"vocab_size", 100},
            {"hidden_size", 16},
            {"num_hidden_layers", 4},
            {"num_attention_heads", 4},
            {"num_key_value_heads", 2},
            {"head_dim", 8},
            {"hidden_act", "silu"},
            {"intermediate_size", 12},
            {"num_local_experts", 4},
            {"num_experts_per_tok", 2},
            {"attn_type_list", {0, 0, 1, 0}}};
}
json with(json base, const json& more)
{
    base.update(more);
    return base;
}
ModelSpec parsed(const json& document) { return parseModel(document.dump(), "test.json").value(); }
ErrorCode failure(const json& document) { return parseModel(document.dump(), "test.json").error().code; }

constexpr double kEnds = 2 * 100 * 16 + 16; // tokens, head, the last norm
constexpr double kNorm = 16;
constexpr double kAttention = 16 * 32 + 2 * 16 * 16 + 32 * 16;
// x and z of 24, B and C of 10, a step a head; a convolution of 4 with bias; D, A, dt; the gated norm; back.
constexpr double kMamba = 16 * (24 + 24 + 10 + 10 + 6) + (24 + 10 + 10) * 5 + 3 * 6 + 24 + 24 * 16;
constexpr double kFeedForward = 2 * 16 * 24;
constexpr double kExperts = 16 * 4 + 4 * 2 * 16 * 12 + 2 * 16 * 24;
// q and k of 15, v and z of 24, decay and strength a head; a convolution of 4; A, dt; a head's norm; back.
constexpr double kDelta = 16 * (15 + 15 + 24 + 24 + 6 + 6) + (15 + 15 + 24) * 4 + 2 * 6 + 4 + 24 * 16;
constexpr double kGatedAttention = kAttention + 16 * 32 + 2 * 8;
// q, k, v and the gate of 32, the norm over all heads, back.
constexpr double kLightning = 4 * 16 * 32 + 32 + 32 * 16;

} // namespace

class TstHybridFamilies : public QObject {
    Q_OBJECT

private slots:
    void countedByHand_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<double>("parameters");
        const auto row = [](const char* name, const json& config, double parameters) {
            QTest::newRow(name) << QByteArray::fromStdString(config.dump()) << parameters;
        };
        row("M", nemotron("M"), kEnds + kNorm + kMamba);
        row("*", nemotron("*"), kEnds + kNorm + kAttention);
        row("-", nemotron("-"), kEnds + kNorm + kFeedForward);
        row("E", nemotron("E"), kEnds + kNorm + kExperts);
        row("M-M*EM", nemotron("M-M*EM"),
            kEnds + 6 * kNorm + 3 * kMamba + kFeedForward + kAttention + kExperts);
        // Experts that read and write 6 values, with the ways there and back.
        row("latent", with(nemotron("E"), {{"moe_latent_size", 6}}),
            kEnds + kNorm + 16 * 4 + 2 * 16 * 6 + 4 * 2 * 6 * 12 + 2 * 16 * 24);
        json listed = nemotron("");
        listed.erase("hybrid_override_pattern");
        listed["layers_block_type"] = {"mamba", "moe", "attention", "mlp"};
        row("list", listed, kEnds + 4 * kNorm + kMamba + kExperts + kAttention + kFeedForward);
        // Two of eight layers attend.
        row("qwen3_5", with(qwen("qwen3_5_text"), {{"intermediate_size", 24}}),
            kEnds + 8 * (2 * kNorm + 3 * 16 * 24) + 6 * kDelta + 2 * kGatedAttention);
        row("qwen3_next",
            with(qwen("qwen3_next"), {{"num_experts", 4},
                                      {"num_experts_per_tok", 2},
                                      {"moe_intermediate_size", 12},
                                      {"shared_expert_intermediate_size", 12}}),
            kEnds + 8 * (2 * kNorm + 16 * 4 + 5 * 3 * 16 * 12 + 16) + 6 * kDelta + 2 * kGatedAttention);
        const double ofMiniMax = kEnds + 4 * (2 * kNorm + 16 * 4 + 4 * 3 * 16 * 12);
        row("minimax_m1", minimax(), ofMiniMax + 3 * kLightning + kAttention);
        json words = with(minimax(), {{"model_type", "minimax"}});
        words.erase("attn_type_list");
        row("minimax, as transformers has it", words, ofMiniMax + 2 * kLightning + 2 * kAttention);
        words["layer_types"] = {"linear_attention", "linear_attention", "linear_attention",
                                "linear_attention"};
        row("minimax, layers by name", words, ofMiniMax + 4 * kLightning);
    }
    void countedByHand()
    {
        QFETCH(QByteArray, config);
        QFETCH(double, parameters);
        QCOMPARE(parameterCount(parsed(json::parse(config.toStdString()))), parameters);
    }

    /// Billions, in the digits that the models' names and reports give (arXiv:2512.20848, Table 1: 31.6).
    void publishedSizes_data()
    {
        QTest::addColumn<double>("billions");
        QTest::addColumn<double>("half");
        QTest::newRow("nemotron-h-56b") << 56.0 << 0.5;
        QTest::newRow("nemotron-3-nano-30b-a3b") << 31.6 << 0.05;
        QTest::newRow("nemotron-3-super-120b-a12b") << 120.0 << 1.0;
        QTest::newRow("nemotron-3-ultra-550b-a55b") << 550.0 << 5.0;
        QTest::newRow("qwen3-next-80b-a3b") << 80.0 << 0.5;
        QTest::newRow("qwen3.5-35b-a3b") << 35.0 << 0.5;
        QTest::newRow("qwen3.5-122b-a10b") << 122.0 << 0.5;
        QTest::newRow("qwen3.5-397b-a17b") << 397.0 << 1.0;
        QTest::newRow("qwen3.5-27b") << 27.0 << 0.5;
        // Its weights' index: 456,089,655,296 parameters.
        QTest::newRow("minimax-m1") << 456.089655296 << 1e-12;
    }
    void publishedSizes()
    {
        QFETCH(double, billions);
        QFETCH(double, half);
        const ModelSpec model =
            Catalog(SHARDSCOPE_SOURCE_DIR "/resources").model(QTest::currentDataTag()).value();
        const double found = parameterCount(model) / 1e9;
        QVERIFY2(std::abs(found - billions) <= half, qPrintable(QString::number(found, 'f', 3)));
    }

    /// A module: two norms, the projection of twice the width, the last norm, and its layers.
    void furtherPredictions()
    {
        const double module = 3 * kNorm + 2 * 16 * 16;
        const ModelSpec two = parsed(nemotron("M*/*E/*E"));
        QCOMPARE(parameterCount(two),
                 kEnds + 2 * kNorm + kMamba + kAttention + 2 * (module + 2 * kNorm + kAttention + kExperts));
        QCOMPARE(two.transformer()->predictions, std::int64_t(2));
        QCOMPARE(two.transformer()->predictionLayers, std::int64_t(4));
        const json plain = with(qwen("qwen3_5_text"), {{"intermediate_size", 24}});
        const ModelSpec one = parsed(with(plain, {{"multi_token_prediction", 1}}));
        QCOMPARE(parameterCount(one),
                 parameterCount(parsed(plain)) + module + 2 * kNorm + 3 * 16 * 24 + kGatedAttention);
        // DeepSeek-V3: 671 billion and 14 of its module (the repository's README), of which the embedding and
        // the head, 2 · 129,280 · 7,168, are the model's own.
        const Result<std::string> text =
            readTextFile(SHARDSCOPE_SOURCE_DIR "/resources/models/deepseek-v3.json");
        json deepseek = json::parse(*text);
        deepseek["multi_token_prediction"] = 1;
        QVERIFY(std::abs(parameterCount(parsed(deepseek)) / 1e9 - (671 + 14 - 1.85)) < 1);
    }

    void layersByTheirParts()
    {
        const Transformer model = *parsed(nemotron("M-*E")).transformer();
        QVERIFY(model.hybrid());
        QCOMPARE(model.layers, std::int64_t(4));
        QVERIFY((model.partsOf(0) == LayerParts{Mixer::StateSpace, TokenPart::None}));
        QVERIFY((model.partsOf(2) == LayerParts{Mixer::Attention, TokenPart::None}));
        QVERIFY(model.hasExperts(3) && !model.hasExperts(1));
        const Transformer alone = model.layerAlone(3);
        QVERIFY(alone.layers == 1 && alone.hasExperts(0) && !alone.vocabularyHead);
        const Transformer delta =
            *parsed(with(qwen("qwen3_5_text"), {{"intermediate_size", 24}})).transformer();
        QVERIFY(delta.partsOf(3).mixer == Mixer::Attention && delta.partsOf(4).mixer == Mixer::DeltaRule);
    }

    void whatDoesNotFitIsRefused()
    {
        QVERIFY(failure(nemotron("M?")) == ErrorCode::UnknownValue);
        QVERIFY(failure(with(nemotron("M*"), {{"num_hidden_layers", 3}})) == ErrorCode::Inconsistent);
        QVERIFY(failure(nemotron("")) == ErrorCode::Inconsistent);
        const std::string endless(100'000, 'M');
        QVERIFY(failure(nemotron(endless.c_str())) == ErrorCode::Inconsistent);
        QVERIFY(failure(with(nemotron("M*"), {{"multi_token_prediction", 1}})) == ErrorCode::Inconsistent);
        QVERIFY(failure({{"model_type", "gpt_neox"},
                         {"vocab_size", 100},
                         {"hidden_size", 16},
                         {"num_hidden_layers", 2},
                         {"num_attention_heads", 4},
                         {"intermediate_size", 64},
                         {"max_position_embeddings", 32},
                         {"hidden_act", "gelu"},
                         {"multi_token_prediction", 1}}) == ErrorCode::Inconsistent);
        json listed = nemotron("M");
        listed["layers_block_type"] = {"mamba", "mambo"};
        const Error unknown = parseModel(listed.dump(), "x").error();
        QVERIFY(unknown.code == ErrorCode::UnknownValue && unknown.args.at(1) == "mamba");
        QVERIFY(failure(with(nemotron("E"), {{"num_experts_per_tok", 5}})) == ErrorCode::OutOfRange);
        QVERIFY(failure(with(minimax(), {{"attn_type_list", {0, 1}}})) == ErrorCode::Inconsistent);
        QVERIFY(failure(with(minimax(), {{"attn_type_list", {0, 1, 2, 0}}})) == ErrorCode::OutOfRange);
        json named = minimax();
        named.erase("attn_type_list");
        named["layer_types"] = {"linear", "full_attention", "full_attention", "full_attention"};
        QVERIFY(failure(named) == ErrorCode::UnknownValue);
        QVERIFY(failure(with(nemotron("E"), {{"moe_shared_expert_intermediate_size", 13}})) ==
                ErrorCode::NotDivisible);
    }
};

SHARDSCOPE_TEST(TstHybridFamilies)
#include "tst_hybrid_families.moc"
