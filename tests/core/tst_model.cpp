// SPDX-License-Identifier: GPL-3.0-or-later
// core/model: parameter inventories, equal to the frameworks' own to the last parameter.
#include "core/catalog/model_file.h"
#include "core/model/huggingface/config.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QtTest/QtTest>
#include <nlohmann/json.hpp>

#include <fstream>
#include <numeric>

using namespace shardscope::core;
using nlohmann::json;

namespace {

ModelSpec parsed(const json& document)
{
    Result<ModelSpec> model = parseModel(document.dump(), "test.json");
    if (!model.ok())
        qFatal("%s at %s", model.error().args.empty() ? "?" : model.error().args.front().c_str(),
               model.error().place.jsonPointer.c_str());
    return std::move(model).value();
}

Error refused(const json& document)
{
    const Result<ModelSpec> model = parseModel(document.dump(), "test.json");
    return model.ok() ? Error{ErrorCode::Cancelled} : model.error();
}

json tinyLlama()
{
    return {{"model_type", "llama"},  {"vocab_size", 100},
            {"hidden_size", 16},      {"intermediate_size", 24},
            {"num_hidden_layers", 3}, {"num_attention_heads", 4},
            {"hidden_act", "silu"},   {"max_position_embeddings", 64}};
}

json tinyNative()
{
    return {{"kind", "transformer"}, {"layers", 2},       {"hidden", 8}, {"heads", 2},
            {"vocabulary", 50},      {"max_sequence", 16}};
}

double weightOf(const ModelSpec& model, const std::string& name)
{
    double sum = 0;
    for (const ParameterTensor& tensor : parameterTensors(model))
        sum += tensor.name == name ? static_cast<double>(tensor.elements() * tensor.count) : 0;
    return sum;
}

} // namespace

class TstModel : public QObject {
    Q_OBJECT

private slots:
    void measuredParameters_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<double>("parameters");
        std::ifstream lines(SHARDSCOPE_SOURCE_DIR "/tests/data/models/measured_parameters.jsonl");
        int number = 0;
        for (std::string line; std::getline(lines, line);) {
            const json row = json::parse(line);
            const std::string title =
                row.at("model").at("model_type").get<std::string>() + ' ' + std::to_string(++number);
            QTest::newRow(title.c_str())
                << QByteArray::fromStdString(row.at("model").dump()) << row.at("parameters").get<double>();
        }
        QVERIFY(number >= 14);
    }
    void measuredParameters()
    {
        QFETCH(QByteArray, config);
        QFETCH(double, parameters);
        QCOMPARE(parameterCount(parsed(json::parse(config.toStdString()))), parameters);
    }

    /// Counts that the Hugging Face hub shows for published checkpoints (sum over their tensors).
    void publishedParameters_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<double>("parameters");
        const auto row = [](const char* name, const char* config, double parameters) {
            QTest::newRow(name) << QByteArray(config) << parameters;
        };
        row("opt-350m: narrow embedding, norm behind",
            R"({"model_type":"opt","vocab_size":50272,"hidden_size":1024,"num_hidden_layers":24,"num_attention_heads":16,
                "ffn_dim":4096,"max_position_embeddings":2048,"activation_function":"relu","word_embed_proj_dim":512,
                "do_layer_norm_before":false})",
            331196416);
        row("t5-small",
            R"({"model_type":"t5","vocab_size":32128,"d_model":512,"d_kv":64,"d_ff":2048,"num_layers":6,"num_heads":8})",
            60506624);
        row("t5-base",
            R"({"model_type":"t5","vocab_size":32128,"d_model":768,"d_kv":64,"d_ff":3072,"num_layers":12,"num_heads":12})",
            222903552);
        row("t5-v1_1-base: gated, untied",
            R"({"model_type":"t5","vocab_size":32128,"d_model":768,"d_kv":64,"d_ff":2048,"num_layers":12,"num_decoder_layers":12,
                "num_heads":12,"feed_forward_proj":"gated-gelu","tie_word_embeddings":false})",
            247577856);
        row("qwen2-7b: biases on q, k, v",
            R"({"model_type":"qwen2","vocab_size":152064,"hidden_size":3584,"intermediate_size":18944,"num_hidden_layers":28,
                "num_attention_heads":28,"num_key_value_heads":4,"hidden_act":"silu","max_position_embeddings":32768})",
            7615616512);
        row("qwen3-30b-a3b",
            R"({"model_type":"qwen3_moe","vocab_size":151936,"hidden_size":2048,"intermediate_size":6144,"num_hidden_layers":48,
                "num_attention_heads":32,"num_key_value_heads":4,"head_dim":128,"hidden_act":"silu","max_position_embeddings":40960,
                "num_experts":128,"num_experts_per_tok":8,"moe_intermediate_size":768,"decoder_sparse_step":1,"mlp_only_layers":[]})",
            30532122624);
        row("bert-large without a head",
            R"({"model_type":"bert","architectures":["BertModel"],"vocab_size":30522,"hidden_size":1024,"num_hidden_layers":24,
                "num_attention_heads":16,"intermediate_size":4096,"hidden_act":"gelu","max_position_embeddings":512})",
            335141888);
    }
    void publishedParameters() { measuredParameters(); }

    void headsFollowArchitectures()
    {
        json config = {{"model_type", "bert"},     {"vocab_size", 1000},
                       {"hidden_size", 32},        {"num_hidden_layers", 2},
                       {"num_attention_heads", 2}, {"intermediate_size", 64},
                       {"hidden_act", "gelu"},     {"max_position_embeddings", 128}};
        const auto count = [&config](const char* architecture) {
            config["architectures"] = json::array({architecture});
            return parameterCount(parsed(config));
        };
        const double pooler = 32 * 32 + 32;
        const double encoder = count("BertModel") - pooler;
        QCOMPARE(count("BertForMaskedLM"), encoder + 1000 + (32 * 32 + 32) + 2 * 32);
        QCOMPARE(count("BertForPreTraining"),
                 encoder + pooler + 1000 + (32 * 32 + 32) + 2 * 32 + (2 * 32 + 2));
        QCOMPARE(count("BertForSequenceClassification"), encoder + pooler + 2 * 32 + 2);
        config["id2label"] = {{"0", "a"}, {"1", "b"}, {"2", "c"}};
        QCOMPARE(count("BertForTokenClassification"), encoder + 3 * 32 + 3);
        config["architectures"] = json::array({"BertForMaskLM"});
        const Error error = refused(config);
        QVERIFY(error.code == ErrorCode::UnknownValue);
        QCOMPARE(error.args.at(1), std::string("BertForMaskedLM"));
        QCOMPARE(error.place.jsonPointer, std::string("/architectures"));
        config.erase("architectures"); // the language model, then
        QVERIFY(parsed(config).transformer()->maskedHead);
        config["tie_word_embeddings"] = false;
        QCOMPARE(parameterCount(parsed(config)), encoder + 1000 + (32 * 32 + 32) + 2 * 32 + 1000 * 32);

        json llama = tinyLlama();
        const double base = parameterCount(parsed(llama)) - 1600;
        llama["architectures"] = json::array({"LlamaForSequenceClassification"});
        QCOMPARE(parameterCount(parsed(llama)), base + 2 * 16);
    }

    void tiedHeadIsPresentButNotCounted()
    {
        json config = tinyLlama();
        const double untied = parameterCount(parsed(config));
        config["tie_word_embeddings"] = true;
        const ModelSpec tied = parsed(config);
        QCOMPARE(parameterCount(tied), untied - 1600);
        const std::vector<ParameterTensor> tensors = parameterTensors(tied);
        QVERIFY(tensors.back().shared && tensors.back().section == Section::Head);
        QVERIFY(tensors.back().split == TensorSplit::Vocabulary);
    }

    void optionalKeysAsTransformersHasThem()
    {
        json config = tinyLlama();
        QCOMPARE(parsed(config).transformer()->kvHeads, std::int64_t{4});
        config["num_key_value_heads"] = nullptr;
        QCOMPARE(parsed(config).transformer()->kvHeads, std::int64_t{4});
        const double plain = parameterCount(parsed(config));
        config["attention_bias"] = true;
        QCOMPARE(parameterCount(parsed(config)), plain + 3 * (4 * 16));
        config["mlp_bias"] = true;
        QCOMPARE(parameterCount(parsed(config)), plain + 3 * (4 * 16) + 3 * (2 * 24 + 16));
        config["head_dim"] = 6; // need not be hidden / heads
        QCOMPARE(weightOf(parsed(config), "model.layers.{layer}.self_attn.o_proj.weight"), 3.0 * 16 * 24);
        config["model_type"] = "mistral";
        QVERIFY(refused(config).code ==
                ErrorCode::MissingKey); // its class default is 8, not the number of heads
    }

    void expertsInTheirLayers()
    {
        json config = tinyLlama();
        config.update({{"model_type", "qwen3_moe"},
                       {"num_key_value_heads", 2},
                       {"num_hidden_layers", 7},
                       {"num_experts", 4},
                       {"num_experts_per_tok", 2},
                       {"moe_intermediate_size", 10},
                       {"decoder_sparse_step", 2},
                       {"mlp_only_layers", {3, 100}}});
        const ModelSpec model = parsed(config);
        std::vector<bool> experts;
        for (std::int64_t layer = 0; layer < 7; ++layer)
            experts.push_back(model.transformer()->hasExperts(layer));
        QCOMPARE(experts, (std::vector<bool>{false, true, false, false, false, true, false}));
        std::vector<std::int64_t> holders(7, 0);
        for (const ParameterTensor& tensor : parameterTensors(model)) {
            if (tensor.section != Section::Layer)
                continue;
            for (std::int64_t layer = tensor.firstLayer; layer < tensor.firstLayer + tensor.count; ++layer)
                holders.at(static_cast<std::size_t>(layer)) += tensor.elements();
            QCOMPARE(tensor.experts, std::int64_t{tensor.name.find("experts.") != std::string::npos ? 4 : 0});
        }
        const std::int64_t dense = 3 * 16 * 24;
        const std::int64_t sparse = 4 * 16 + 4 * 3 * 16 * 10;
        for (std::size_t layer = 0; layer < 7; ++layer)
            QCOMPARE(holders[layer] - holders[0], experts[layer] ? sparse - dense : 0);
        config["num_experts_per_tok"] = 5;
        QVERIFY(refused(config).code == ErrorCode::OutOfRange);
    }

    void latentAttention()
    {
        json config = tinyLlama();
        config.update({{"model_type", "deepseek_v3"},
                       {"num_key_value_heads", 4},
                       {"q_lora_rank", nullptr},
                       {"kv_lora_rank", 6},
                       {"qk_nope_head_dim", 4},
                       {"qk_rope_head_dim", 2},
                       {"v_head_dim", 5},
                       {"n_routed_experts", 4},
                       {"n_shared_experts", 2},
                       {"num_experts_per_tok", 2},
                       {"moe_intermediate_size", 10},
                       {"first_k_dense_replace", 1},
                       {"num_nextn_predict_layers", 1}});
        const ModelSpec plain = parsed(config);
        const double attention = 4 * 6 * 16 + (6 + 2) * 16 + 6 + 4 * (4 + 5) * 6 + 16 * 4 * 5 + 2 * 16;
        const double experts = 4 * 16 + 4 * 3 * 16 * 10 + 3 * 16 * 20;
        QCOMPARE(parameterCount(plain), 3 * attention + 3 * 16 * 24 + 2 * experts + 2 * 100 * 16 + 16);
        config["q_lora_rank"] = 3;
        QCOMPARE(parameterCount(parsed(config)), parameterCount(plain) + 3 * (3 * 16 + 3 + 24 * 3 - 24 * 16));
        QVERIFY(std::count(plain.ignoredKeys.begin(), plain.ignoredKeys.end(), "num_nextn_predict_layers") ==
                1);
        json choosing = config;
        choosing.update(
            {{"model_type", "deepseek_v32"}, {"index_n_heads", 2}, {"index_head_dim", 4}, {"index_topk", 8}});
        QCOMPARE(parameterCount(parsed(choosing)),
                 parameterCount(parsed(config)) + 3 * (8 * 3 + 4 * 16 + 2 * 4 + 2 * 16));
        choosing["q_lora_rank"] = nullptr; // which the indexer reads
        QCOMPARE(refused(choosing).args.at(0), std::string("q_lora_rank"));
        config["num_routed_experts"] = config["n_routed_experts"];
        config["num_shared_experts"] = config["n_shared_experts"];
        const double count = parameterCount(parsed(config));
        config.erase("n_routed_experts");
        config.erase("n_shared_experts");
        QCOMPARE(parameterCount(parsed(config)), count);
    }

    void onlyPositionTablesNeedALongestSequence()
    {
        json config = tinyLlama();
        config.erase("max_position_embeddings");
        QCOMPARE(parsed(config).transformer()->maxSequence, std::int64_t{0});
        QCOMPARE(parameterCount(parsed(config)), parameterCount(parsed(tinyLlama())));
        config["model_type"] = "bert";
        config["hidden_act"] = "gelu";
        QCOMPARE(refused(config).args.at(0), std::string("max_position_embeddings"));
    }

    void everyCaseInTheSharedFolder()
    {
        const QString shared = qEnvironmentVariable("SHARDSCOPE_SHARED", SHARDSCOPE_SOURCE_DIR "/../shared");
        const QDir folder(shared + "/validation");
        const QStringList files = folder.entryList({"*.jsonl"});
        if (files.isEmpty())
            QSKIP("no case files beside this source tree");
        for (const QString& file : files) {
            std::ifstream lines(folder.filePath(file).toStdString());
            for (std::string line; std::getline(lines, line);) {
                const json row = json::parse(line);
                if (!row.at("model").is_object())
                    continue;
                const ModelSpec model = parsed(row.at("model"));
                QVERIFY(parameterCount(model) > 0);
                if (row.at("measured").contains("parameters"))
                    QCOMPARE(parameterCount(model), row.at("measured").at("parameters").get<double>());
            }
        }
    }

    void encoderAndDecoderLayers()
    {
        const ModelSpec model = parsed({{"model_type", "t5"},
                                        {"vocab_size", 10},
                                        {"d_model", 8},
                                        {"d_kv", 3},
                                        {"d_ff", 12},
                                        {"num_layers", 2},
                                        {"num_decoder_layers", 3},
                                        {"num_heads", 2}});
        QCOMPARE(model.transformer()->layers, std::int64_t{5});
        QCOMPARE(model.transformer()->decoderLayers, std::int64_t{3});
        for (const ParameterTensor& tensor : parameterTensors(model)) {
            const bool decoder = tensor.name.rfind("decoder", 0) == 0;
            if (tensor.section == Section::Layer)
                QVERIFY2(decoder ? tensor.firstLayer >= 2 : tensor.firstLayer + tensor.count <= 2,
                         tensor.name.c_str());
        }
    }

    void nativeForm()
    {
        json file = tinyNative();
        const ModelSpec model = parsed(file);
        const double layer = 12 * 8 * 8 + 13 * 8; // arXiv:2104.04473: 12 h^2 (1 + 13 / 12h)
        QCOMPARE(parameterCount(model), 2 * layer + 50 * 8 + 16 * 8 + 2 * 8);
        QCOMPARE(model.name, std::string("test"));
        QCOMPARE(model.transformer()->hiddenDropout, 0.1);

        file.update({{"name", "x"},
                     {"activation", "swiglu"},
                     {"norm", "rms_norm"},
                     {"bias", false},
                     {"learned_positions", false},
                     {"tied_embeddings", false},
                     {"kv_heads", 1},
                     {"feed_forward", 20},
                     {"head_dim", 6},
                     {"experts", 3},
                     {"experts_per_token", 2}});
        file.erase("max_sequence");
        const ModelSpec sparse = parsed(file);
        const double attention = 8 * 12 + 2 * 8 * 6 + 12 * 8;
        const double experts = 3 * 8 + 3 * 3 * 8 * 20;
        QCOMPARE(parameterCount(sparse), 2 * (attention + experts + 2 * 8) + 2 * 50 * 8 + 8);
        QCOMPARE(sparse.transformer()->hiddenDropout, 0.0);
    }

    void parametersForm()
    {
        const ModelSpec model = parsed({{"kind", "parameters"}, {"parameters", 7.5e9}});
        QCOMPARE(parameterCount(model), 7.5e9);
        QVERIFY(model.transformer() == nullptr && parameterTensors(model).empty());
        for (const json& wrong : {json(0), json(-1), json(1e19), json("7.5e9"), json(nullptr), json::array()})
            QVERIFY(!parseModel(json{{"kind", "parameters"}, {"parameters", wrong}}.dump(), "x").ok());
    }

    void ignoredKeysAreListed()
    {
        json config = tinyLlama();
        config["rope_theta"] = 1e4;
        config["bos_token_id"] = 1;
        QCOMPARE(parsed(config).ignoredKeys, (std::vector<std::string>{"bos_token_id", "rope_theta"}));
        json file = tinyNative();
        file["feed_foward"] = 12;
        const Error error = refused(file);
        QVERIFY(error.code == ErrorCode::UnknownKey);
        QCOMPARE(error.args.at(1), std::string("feed_forward"));
        file.erase("feed_foward");
        file["hiden"] = file["hidden"];
        file.erase("hidden");
        QCOMPARE(refused(file).args.at(0), std::string("hiden")); // not: "hidden" is missing
    }

    void errorsSayWhere()
    {
        json config = tinyLlama();
        config["model_type"] = "lama";
        Error error = refused(config);
        QVERIFY(error.code == ErrorCode::UnknownValue);
        QCOMPARE(error.args.at(1), std::string("llama"));
        for (const std::string& type : huggingFaceModelTypes())
            QVERIFY(error.args.at(2).find(type) != std::string::npos);
        QCOMPARE(error.place.jsonPointer, std::string("/model_type"));
        QCOMPARE(error.place.file, std::string("test.json"));

        for (const json& wrong : {json(0), json(-4), json(2.5), json("16"), json(true), json(1e300),
                                  json::object(), json::array()}) {
            config = tinyLlama();
            config["hidden_size"] = wrong;
            error = refused(config);
            QVERIFY(error.code == ErrorCode::OutOfRange || error.code == ErrorCode::WrongType);
            QCOMPARE(error.place.jsonPointer, std::string("/hidden_size"));
        }
        config = tinyLlama();
        config["num_attention_heads"] = 5;
        QVERIFY(refused(config).code == ErrorCode::NotDivisible);
        config = tinyLlama();
        config["num_key_value_heads"] = 3;
        QVERIFY(refused(config).code == ErrorCode::NotDivisible);
        config = tinyLlama();
        config["hidden_act"] = "tanhh";
        QVERIFY(refused(config).code == ErrorCode::UnknownValue);
        QVERIFY(refused({{"kind", "layers"}, {"layers", json::array()}}).code == ErrorCode::MissingKey);
        QVERIFY(refused({{"kind", "recommender"}}).code == ErrorCode::MissingKey);
        QCOMPARE(refused({{"kind", "transfomer"}}).args.at(1), std::string("transformer"));
        QVERIFY(refused(json::object()).code == ErrorCode::MissingKey);
        QVERIFY(refused(json::array()).code == ErrorCode::WrongType);
        QVERIFY(refused(3).code == ErrorCode::WrongType);
    }

    /// Whatever comes in, a value or an error with a place comes out, and nothing overflows.
    void hostileTexts()
    {
        const std::string good = tinyLlama().dump(1);
        for (std::size_t length = 0; length < good.size(); ++length) {
            const Result<ModelSpec> model = parseModel(good.substr(0, length), "cut.json");
            QVERIFY(!model.ok());
            const Error& error = model.error();
            QVERIFY(error.code == ErrorCode::FileEmpty ||
                    (error.code == ErrorCode::SyntaxError && error.place.line && error.place.byteOffset));
        }
        for (std::size_t at = 0; at < good.size(); ++at) {
            for (const char byte : {'\0', '\xff', '"', '{', '9', '-'}) {
                std::string bent = good;
                bent[at] = byte;
                const Result<ModelSpec> model = parseModel(bent, "bent.json");
                QVERIFY(model.ok() || model.error().place.file == "bent.json");
            }
        }
        QVERIFY(parseModel(std::string(1 << 20, '['), "x").error().code == ErrorCode::NestingTooDeep);
        QVERIFY(parseModel(R"({"kind":"parameters","parameters":1e999})", "x").error().code ==
                ErrorCode::NumberMalformed);
        QVERIFY(parseModel("{\"kind\":\"\xff\"}", "x").error().code == ErrorCode::SyntaxError);
        QVERIFY(parseModel(R"({"kind":"parameters","kind":"parameters","parameters":1})", "x").error().code ==
                ErrorCode::Inconsistent);

        json huge = tinyNative(); // the largest sizes allowed: counts stay positive
        huge.update({{"layers", 1 << 16},
                     {"hidden", 1 << 24},
                     {"heads", 1 << 16},
                     {"head_dim", 1 << 14},
                     {"feed_forward", 1 << 26},
                     {"vocabulary", std::int64_t{1} << 32},
                     {"max_sequence", std::int64_t{1} << 32},
                     {"experts", 1 << 12},
                     {"experts_per_token", 1}});
        for (const ParameterTensor& tensor : parameterTensors(parsed(huge)))
            QVERIFY2(tensor.elements() > 0, tensor.name.c_str());
    }
};

SHARDSCOPE_TEST(TstModel)
#include "tst_model.moc"
