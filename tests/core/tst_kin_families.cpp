// SPDX-License-Identifier: GPL-3.0-or-later
// core/model/huggingface: types read as another family with switches of their own, against published counts;
// types that are known and refused; the language model of several parts.
#include "core/catalog/model_file.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

using namespace shardscope::core;
using nlohmann::json;

namespace {

/// A configuration by its sizes: vocabulary, width, feed-forward, layers, heads, key heads.
json sized(const char* type, const std::array<int, 6>& sizes, const json& more)
{
    json config{{"model_type", type},
                {"vocab_size", sizes[0]},
                {"hidden_size", sizes[1]},
                {"intermediate_size", sizes[2]},
                {"num_hidden_layers", sizes[3]},
                {"num_attention_heads", sizes[4]},
                {"num_key_value_heads", sizes[5]},
                {"hidden_act", "silu"}};
    if (!more.empty())
        config.update(more);
    return config;
}

Result<ModelSpec> read(const json& config) { return parseModel(config.dump(), "config.json"); }

json smallGlm5()
{
    return sized("glm_moe_dsa", {1000, 64, 128, 6, 4, 4},
                 {{"q_lora_rank", 16},
                  {"kv_lora_rank", 16},
                  {"qk_nope_head_dim", 24},
                  {"qk_rope_head_dim", 8},
                  {"v_head_dim", 32},
                  {"n_routed_experts", 8},
                  {"num_experts_per_tok", 2},
                  {"moe_intermediate_size", 32},
                  {"index_n_heads", 2},
                  {"index_head_dim", 16},
                  {"index_topk", 64}});
}

} // namespace

class TstKinFamilies : public QObject {
    Q_OBJECT

private slots:
    void publishedCounts_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("part"); ///< of the tensors' names; empty: all
        QTest::addColumn<double>("parameters");
        QTest::addColumn<double>("half"); ///< of the unit of the last digit that the source gives
        const auto row = [](const char* name, const json& config, const char* part, double parameters,
                            double half) {
            QTest::newRow(name) << QByteArray::fromStdString(config.dump()) << part << parameters << half;
        };
        const double billion = 1e9;
        // arXiv:2403.08295, Table 2: non-embedding parameters, to the last digit.
        row("Gemma 2B", sized("gemma", {256000, 2048, 16384, 18, 8, 1}, {{"head_dim", 256}}), "layer",
            1981884416 - 2048, 0);
        row("Gemma 7B", sized("gemma", {256000, 3072, 24576, 28, 16, 16}, {{"head_dim", 256}}), "layer",
            7751248896 - 3072, 0);
        // arXiv:2406.11704, Table 1.
        const json nemotron = sized("nemotron", {256000, 18432, 73728, 96, 96, 8}, {{"hidden_act", "relu2"}});
        row("Nemotron-4 340B", nemotron, "layer", 331.6 * billion, 0.05 * billion);
        row("Nemotron-4 340B, all", nemotron, "", 341.0 * billion, 0.05 * billion);
        // arXiv:2405.04434, section 1 and appendix B.
        const json deepseek{{"kv_lora_rank", 512},       {"qk_nope_head_dim", 128},
                            {"qk_rope_head_dim", 64},    {"v_head_dim", 128},
                            {"n_shared_experts", 2},     {"num_experts_per_tok", 6},
                            {"first_k_dense_replace", 1}};
        json large = sized("deepseek_v2", {102400, 5120, 12288, 60, 128, 128}, deepseek);
        large.update({{"q_lora_rank", 1536}, {"n_routed_experts", 160}, {"moe_intermediate_size", 1536}});
        row("DeepSeek-V2", large, "", 236 * billion, 0.5 * billion);
        json lite = sized("deepseek_v2", {102400, 2048, 10944, 27, 16, 16}, deepseek);
        lite.update({{"q_lora_rank", nullptr}, {"n_routed_experts", 64}, {"moe_intermediate_size", 1408}});
        row("DeepSeek-V2-Lite", lite, "", 15.7 * billion, 0.05 * billion);
        // arXiv:2409.02060, Table 1; arXiv:2402.00838, Table 1.
        row("OLMoE",
            sized("olmoe", {50304, 2048, 1024, 16, 16, 16},
                  {{"num_experts", 64}, {"num_experts_per_tok", 8}}),
            "", 6.9 * billion, 0.05 * billion);
        row("OLMo 7B", sized("olmo", {50304, 4096, 11008, 32, 32, 32}, {}), "", 6.9 * billion,
            0.05 * billion);
        // The cards of the weights' files (EXAONE: without token table and head).
        row("Qwen1.5-MoE",
            sized("qwen2_moe", {151936, 2048, 5632, 24, 16, 16},
                  {{"num_experts", 60},
                   {"num_experts_per_tok", 4},
                   {"moe_intermediate_size", 1408},
                   {"shared_expert_intermediate_size", 5632}}),
            "", 14.3 * billion, 0.05 * billion);
        row("EXAONE 4.0 32B",
            sized("exaone4", {102400, 5120, 27392, 64, 40, 8},
                  {{"sliding_window", 4096}, {"sliding_window_pattern", "LLLG"}}),
            "layer", 30.95 * billion, 0.005 * billion);
        row("GLM-4 9B",
            sized("glm4", {151552, 4096, 13696, 40, 32, 2}, {{"head_dim", 128}, {"attention_bias", true}}),
            "", 9.4 * billion, 0.05 * billion);
        row("Seed-OSS 36B", sized("seed_oss", {155136, 5120, 27648, 64, 80, 8}, {{"head_dim", 128}}), "",
            36 * billion, 0.5 * billion);
        row("Hunyuan A13B",
            sized("hunyuan_v1_moe", {128167, 4096, 3072, 32, 32, 8},
                  {{"head_dim", 128},
                   {"num_experts", 64},
                   {"moe_topk", json::array({8, 8, 8})},
                   {"tie_word_embeddings", true}}),
            "", 80 * billion, 0.5 * billion);
        row("Ling-mini 2.0",
            sized("bailing_moe_v2", {157184, 2048, 5120, 20, 16, 4},
                  {{"head_dim", 128},
                   {"use_qk_norm", true},
                   {"num_experts", 256},
                   {"num_experts_per_tok", 8},
                   {"moe_intermediate_size", 512},
                   {"num_shared_experts", 1},
                   {"first_k_dense_replace", 1}}),
            "", 16.26 * billion, 0.005 * billion);
        row("dots.llm1",
            sized("dots1", {152064, 4096, 10944, 62, 32, 32},
                  {{"n_routed_experts", 128},
                   {"n_shared_experts", 2},
                   {"num_experts_per_tok", 6},
                   {"moe_intermediate_size", 1408},
                   {"first_k_dense_replace", 1}}),
            "", 142 * billion, 1 * billion);
        row("ERNIE 4.5 21B",
            sized("ernie4_5_moe", {103424, 2560, 12288, 28, 20, 4},
                  {{"moe_num_experts", 64},
                   {"moe_k", 6},
                   {"moe_intermediate_size", 1536},
                   {"moe_num_shared_experts", 2}}),
            "", 21.83 * billion, 0.005 * billion);
        json types = json::array();
        for (int layer = 0; layer < 40; ++layer)
            types.push_back(layer % 10 == 5 ? "attention" : "mamba");
        row("Granite 4.0 H-Small",
            sized("granitemoehybrid", {100352, 4096, 768, 40, 32, 8},
                  {{"shared_intermediate_size", 1536},
                   {"layer_types", types},
                   {"num_local_experts", 72},
                   {"num_experts_per_tok", 10},
                   {"mamba_d_state", 128},
                   {"tie_word_embeddings", true}}),
            "", 32 * billion, 0.5 * billion);
        row("SmolLM3", sized("smollm3", {128256, 2048, 11008, 36, 16, 4}, {}), "", 3.08 * billion,
            0.005 * billion);
        row("StarCoder2 3B",
            sized("starcoder2", {49152, 3072, 12288, 30, 24, 2}, {{"hidden_act", "gelu_pytorch_tanh"}}), "",
            3.03 * billion, 0.005 * billion);
    }
    void publishedCounts()
    {
        QFETCH(QByteArray, config);
        QFETCH(QString, part);
        QFETCH(double, parameters);
        QFETCH(double, half);
        const Result<ModelSpec> model = parseModel(config.toStdString(), "config.json");
        QVERIFY2(model.ok(), model.ok() ? "" : model.error().args.front().c_str());
        double sum = 0;
        for (const ParameterTensor& tensor : parameterTensors(*model))
            if (!tensor.shared && tensor.name.find(part.toStdString()) != std::string::npos)
                sum += static_cast<double>(tensor.elements() * tensor.count);
        QVERIFY2(std::abs(sum - parameters) <= half, qPrintable(QString::number(sum, 'f', 0)));
    }

    /// Sparse steps count layers from one; leading and listed layers stay dense.
    void whereExpertsAre()
    {
        json config = sized("qwen2_moe", {1000, 64, 128, 6, 4, 2},
                            {{"num_experts", 8},
                             {"num_experts_per_tok", 2},
                             {"moe_intermediate_size", 32},
                             {"decoder_sparse_step", 2},
                             {"mlp_only_layers", {3}}});
        const auto experts = [&config] {
            const Transformer model = *read(config).value().transformer();
            std::string found;
            for (std::int64_t layer = 0; layer < model.layers; ++layer)
                found += model.hasExperts(layer) ? 'E' : '-';
            return found;
        };
        QCOMPARE(experts(), std::string("-E---E"));
        config = sized("ernie4_5_moe", {1000, 64, 128, 6, 4, 2},
                       {{"moe_num_experts", 8},
                        {"moe_k", 2},
                        {"moe_intermediate_size", 32},
                        {"moe_layer_end_index", 4}});
        QCOMPARE(experts(), std::string("-EEEE-"));
        config = smallGlm5();
        QCOMPARE(experts(), std::string("---EEE"));
    }

    /// transformers 5 writes the number of experts under one name for all families.
    void expertsAsSavedAgain()
    {
        json config = sized("qwen3_moe", {1000, 64, 128, 6, 4, 2},
                            {{"num_experts", 8}, {"num_experts_per_tok", 2}, {"moe_intermediate_size", 32}});
        const double own = parameterCount(read(config).value());
        config["num_local_experts"] = config["num_experts"];
        config.erase("num_experts");
        QCOMPARE(parameterCount(read(config).value()), own);
    }

    /// A type that is known and not read says what it has that is missing, instead of a name near its own.
    void knownAndRefused_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("key");
        for (const auto& [type, key] : {std::pair("deepseek_v4", "hc_mult"),
                                        {"minimax_m3", "sparse_attention_config"},
                                        {"mimo_v2_flash", "swa_num_key_value_heads"},
                                        {"gemma4", "global_head_dim"},
                                        {"kimi_k3", "linear_attn_config"},
                                        {"nemotron-nas", "block_configs"}})
            QTest::newRow(type) << type << key;
    }
    void knownAndRefused()
    {
        QFETCH(QString, type);
        QFETCH(QString, key);
        const Error error = read(sized(qPrintable(type), {1000, 64, 128, 6, 4, 2}, {})).error();
        QVERIFY(error.code == ErrorCode::NotSupported);
        QVERIFY(error.args.front().find(key.toStdString()) != std::string::npos);
        QCOMPARE(error.place.jsonPointer, std::string("/model_type"));
    }

    /// A switch whose layers we would count wrongly is refused by its key.
    void refusedSwitches_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("pointer");
        const auto row = [](json config, const json& more, const char* pointer) {
            config.update(more);
            QTest::newRow(pointer) << QByteArray::fromStdString(config.dump()) << pointer;
        };
        row(smallGlm5(), {{"indexer_types", {"full", "shared", "full", "full", "full", "full"}}},
            "/indexer_types");
        row(smallGlm5(), {{"index_topk_freq", 4}}, "/index_topk_freq");
        row(sized("ernie4_5", {1000, 64, 128, 2, 4, 2}, {}), {{"use_bias", true}}, "/use_bias");
        row(sized("hunyuan_v1_moe", {1000, 64, 128, 2, 4, 2}, {}), {{"num_experts", 8}, {"moe_topk", {1, 2}}},
            "/moe_topk");
        row(sized("granitemoehybrid", {1000, 64, 128, 2, 4, 2}, {}),
            {{"shared_intermediate_size", 64}, {"mamba_n_heads", 2}, {"mamba_proj_bias", true}},
            "/mamba_proj_bias");
    }
    void refusedSwitches()
    {
        QFETCH(QByteArray, config);
        QFETCH(QString, pointer);
        const Result<ModelSpec> model = parseModel(config.toStdString(), "config.json");
        QVERIFY(!model.ok());
        QCOMPARE(QString::fromStdString(model.error().place.jsonPointer), pointer);
    }

    /// The language model says its own type, is read as it, and a note says what was left out; older files
    /// have its keys beside the others.
    void severalParts()
    {
        const json qwen3 = sized("qwen3", {1000, 64, 128, 6, 4, 2}, {});
        const ModelSpec inside = read({{"model_type", "internvl"}, {"text_config", qwen3}}).value();
        QCOMPARE(parameterCount(inside), parameterCount(read(qwen3).value()));
        QCOMPARE(inside.notes.size(), std::size_t{1});
        QVERIFY(read(qwen3).value().notes.empty());
        const json qwen2 = sized("qwen2", {1000, 64, 128, 6, 4, 2}, {});
        json flat = qwen2;
        flat.update({{"model_type", "qwen2_5_vl"}, {"vision_config", {{"depth", 32}}}});
        QCOMPARE(parameterCount(read(flat).value()), parameterCount(read(qwen2).value()));
        json kimi = smallGlm5();
        kimi["model_type"] = "kimi_k2";
        QCOMPARE(parameterCount(read({{"model_type", "kimi_k25"}, {"text_config", kimi}}).value()),
                 parameterCount(read(kimi).value()));
    }
};

SHARDSCOPE_TEST(TstKinFamilies)
#include "tst_kin_families.moc"
