// SPDX-License-Identifier: GPL-3.0-or-later
// core/model/huggingface: the families of 2024 to 2026. Counts by hand and against what their reports state;
// what a window leaves of attention against counting every pair.
#include "core/catalog/catalog.h"
#include "core/catalog/model_file.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace shardscope::core;
using nlohmann::json;

namespace {

json tiny(const char* type)
{
    return {{"model_type", type},      {"vocab_size", 100},        {"hidden_size", 16},
            {"intermediate_size", 24}, {"num_hidden_layers", 6},   {"num_attention_heads", 4},
            {"hidden_act", "silu"},    {"num_key_value_heads", 2}, {"head_dim", 8}};
}

json with(json base, const json& more)
{
    base.update(more);
    return base;
}

ModelSpec parsed(const json& document) { return parseModel(document.dump(), "test.json").value(); }

ModelSpec shipped(const char* name)
{
    return Catalog(SHARDSCOPE_SOURCE_DIR "/resources").model(name).value();
}

/// Parameters of the tensors whose names contain \p part.
double counted(const ModelSpec& model, const std::string& part)
{
    double sum = 0;
    for (const ParameterTensor& tensor : parameterTensors(model))
        if (!tensor.shared && tensor.name.find(part) != std::string::npos)
            sum += static_cast<double>(tensor.elements() * tensor.count);
    return sum;
}

/// Query, key, value and output of the tiny models: 4 and 2 heads of 8 on a width of 16.
constexpr double kAttention = 16 * 32 + 2 * 16 * 16 + 32 * 16;
constexpr double kGated = 3 * 16 * 24;
constexpr double kEnds = 2 * 100 * 16 + 16; // tokens, head, the last norm

} // namespace

class TstNewerFamilies : public QObject {
    Q_OBJECT

private slots:
    void countedByHand_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<double>("parameters");
        const auto row = [](const char* name, const json& config, double parameters) {
            QTest::newRow(name) << QByteArray::fromStdString(config.dump()) << parameters;
        };
        const json experts{{"num_local_experts", 4}, {"num_experts_per_tok", 2}};
        // Biases of q, k, v, o (32, 16, 16, 16), 4 sinks; router and experts with theirs.
        row("gpt_oss", with(tiny("gpt_oss"), experts),
            kEnds + 6 * (kAttention + 80 + 4 + 2 * 16 + 4 * 17 + 4 * (kGated + 48 + 16)));
        // The first layer is dense; the others have 4 routed and a shared expert of width 12.
        row("glm4_moe",
            with(tiny("glm4_moe"), {{"n_routed_experts", 4},
                                    {"num_experts_per_tok", 2},
                                    {"moe_intermediate_size", 12},
                                    {"attention_bias", true},
                                    {"use_qk_norm", true}}),
            kEnds + 6 * (kAttention + 64 + 2 * 8 + 2 * 16) + kGated + 5 * (4 * 16 + 5 * kGated / 2));
        // Experts in layers 1, 3 and 5, with a shared one; the others are twice as wide.
        row("llama4_text",
            with(with(tiny("llama4_text"), experts),
                 {{"interleave_moe_layer_step", 2}, {"intermediate_size_mlp", 48}}),
            kEnds + 6 * (kAttention + 2 * 16) + 3 * 2 * kGated + 3 * (4 * 16 + 5 * kGated));
        row("minimax_m2", with(tiny("minimax_m2"), experts),
            kEnds + 6 * (kAttention + 32 + 16 + 2 * 16 + 4 * 16 + 4 * kGated));
        // The head is the token table; four norms, and one of queries and one of keys.
        row("gemma3_text", tiny("gemma3_text"), 100 * 16 + 16 + 6 * (kAttention + kGated + 4 * 16 + 2 * 8));
        row("phi3", tiny("phi3"), kEnds + 6 * (kAttention + kGated + 2 * 16));
        row("olmo2", tiny("olmo2"), kEnds + 6 * (kAttention + kGated + 2 * 16 + 32 + 16));
        row("olmo3", tiny("olmo3"), kEnds + 6 * (kAttention + kGated + 2 * 16 + 32 + 16));
    }
    void countedByHand()
    {
        QFETCH(QByteArray, config);
        QFETCH(double, parameters);
        QCOMPARE(parameterCount(parsed(json::parse(config.toStdString()))), parameters);
    }

    /// A model of several parts is read as its text alone.
    void theTextOfSeveralParts()
    {
        json text = tiny("qwen3_vl_text");
        const ModelSpec alone = parsed(tiny("qwen3"));
        const ModelSpec inside = parsed({{"model_type", "qwen3_vl"},
                                         {"architectures", {"Qwen3VLForConditionalGeneration"}},
                                         {"vision_config", {{"depth", 24}}},
                                         {"text_config", text}});
        QCOMPARE(parameterCount(inside), parameterCount(alone));
        QVERIFY(std::count(inside.ignoredKeys.begin(), inside.ignoredKeys.end(), "vision_config") == 1);
        const ModelSpec tied = parsed(
            {{"model_type", "mistral3"}, {"text_config", tiny("mistral")}, {"tie_word_embeddings", true}});
        QCOMPARE(parameterCount(tied), parameterCount(parsed(tiny("mistral"))) - 1600);
        const Error missing = parseModel(R"({"model_type": "llama4"})", "x").error();
        QVERIFY(missing.code == ErrorCode::MissingKey && missing.args.front() == "text_config");
        text.erase("hidden_size");
        const Error inner =
            parseModel(json{{"model_type", "qwen3_vl"}, {"text_config", text}}.dump(), "x").error();
        QVERIFY(inner.place.jsonPointer.find("/text_config") != std::string::npos);
    }

    /// Billions as the reports state them, to the last digit that they give.
    void reportedSizes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("part");
        QTest::addColumn<double>("billions");
        QTest::addColumn<double>("half"); ///< of the last digit's unit
        const auto row = [](const char* name, const char* part, double billions, double half) {
            QTest::addRow("%s %s", name, part) << name << part << billions << half;
        };
        // arXiv:2508.10925, Table 1; the attention's part holds the norms as well.
        row("gpt-oss-120b", "", 116.83, 0.005);
        row("gpt-oss-120b", "mlp.", 114.71, 0.005);
        row("gpt-oss-120b", "self_attn.", 0.96, 0.005);
        row("gpt-oss-20b", "", 20.91, 0.005);
        row("gpt-oss-20b", "mlp.", 19.12, 0.005);
        row("gpt-oss-20b", "self_attn.", 0.64, 0.005);
        // arXiv:2503.19786, Table 1: what is no embedding, to millions of four digits.
        row("gemma-3-4b", "layers.", 3.209, 0.01);
        row("gemma-3-12b", "layers.", 10.759, 0.01);
        row("gemma-3-27b", "layers.", 25.600, 0.01);
        row("mixtral-8x22b", "", 140.6, 0.05);
        row("qwen3-coder-480b-a35b", "", 480, 0.5);
        row("olmo-3-7b", "", 7.3, 0.05);
        row("olmo-3-32b", "", 32.2, 0.05);
        // The parameters that the weights' files of each hold (model.safetensors.index.json).
        row("phi-4", "", 14.6595072, 1e-12);
        row("mistral-large-123b", "", 122.610069504, 1e-12);
    }
    void reportedSizes()
    {
        QFETCH(QString, name);
        QFETCH(QString, part);
        QFETCH(double, billions);
        QFETCH(double, half);
        const ModelSpec model = shipped(name.toStdString().c_str());
        const double count = counted(model, part.toStdString()) / 1e9;
        QVERIFY2(std::abs(count - billions) <= half, qPrintable(QString::number(count, 'g', 12)));
    }

    void attendedShare_data()
    {
        QTest::addColumn<bool>("chunked");
        QTest::addColumn<int>("window");
        for (const int window : {1, 128, 500, 999, 1000, 4000}) {
            QTest::addRow("window %d", window) << false << window;
            if (1000 % window == 0 || window > 1000)
                QTest::addRow("chunk %d", window) << true << window;
        }
    }
    /// Every pair of a query and a key before it, counted; the diagonal's half pairs are what the formula
    /// leaves out.
    void attendedShare()
    {
        QFETCH(bool, chunked);
        QFETCH(int, window);
        constexpr int kTokens = 1000;
        double seen = 0;
        for (int query = 0; query < kTokens; ++query)
            seen += (chunked ? std::min(query % window, query) : std::min(query, window)) + 0.5;
        Transformer model;
        model.layers = 4;
        model.local = {3, window, chunked};
        const double whole = kTokens * kTokens / 2.0;
        const double expected = (3 * seen / whole + 1) / 4;
        QVERIFY2(std::abs(model.attendedShare(kTokens) - expected) < 1e-3,
                 qPrintable(QString("%1 %2").arg(model.attendedShare(kTokens)).arg(expected)));
        model.local = {};
        QCOMPARE(model.attendedShare(kTokens), 1.0);
    }

    void windowsAreCounted()
    {
        QCOMPARE(shipped("gpt-oss-120b").transformer()->local.layers, 18);
        QCOMPARE(shipped("gemma-3-27b").transformer()->local.layers, 52); // 62 layers, 10 see all
        QCOMPARE(shipped("llama-4-scout").transformer()->local.layers, 36);
        QVERIFY(shipped("llama-4-scout").transformer()->local.chunked);
        QCOMPARE(shipped("olmo-3-32b").transformer()->local.layers, 48);
        QCOMPARE(parsed(with(tiny("mistral"), {{"sliding_window", 32}})).transformer()->local.layers, 6);
        QCOMPARE(parsed(with(tiny("mistral"), {{"sliding_window", nullptr}})).transformer()->local.layers, 0);
        const json base = with(tiny("olmo3"), {{"sliding_window", 32}});
        const auto refused = [&](const json& types) {
            return parseModel(with(base, {{"layer_types", types}}).dump(), "x").error();
        };
        QVERIFY(refused({"full_attention"}).code == ErrorCode::Inconsistent);
        const Error unknown = refused(json::array({"a", "a", "a", "a", "a", "sliding_atention"}));
        QVERIFY(unknown.code == ErrorCode::UnknownValue);
    }
};

SHARDSCOPE_TEST(TstNewerFamilies)
#include "tst_newer_families.moc"
