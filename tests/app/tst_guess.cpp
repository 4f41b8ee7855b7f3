// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of a recorded run is guessed from what was recorded: random programs give themselves back, the
// shared recordings what is known of them, and what was not recorded is said not to be known.
#include "app/session/guess/guess.h"
#include "app/session/plan/commands.h"
#include "app/session/simulate/plan_simulation.h"
#include "tests/support/planted/writers.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

#include <fstream>
#include <random>

using namespace shardscope;
using Json = nlohmann::json;
using tests::planted::Recording;
using tests::planted::Row;
using tests::planted::RowKind;

namespace {

const core::Catalog& catalog()
{
    static const core::Catalog own{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    return own;
}

/// What a random program computes.
struct Program {
    std::int64_t layers = 2, heads = 4, kvHeads = 4, headDim = 64, feedForward = 1024, vocabulary = 8192;
    std::int64_t positions = 0; ///< rows of a table of positions; 0: none
    std::int64_t batch = 2, micro = 2, sequence = 128;
    bool gated = false, bias = true, layerNorm = true, recompute = false;
    std::string type = "c10::BFloat16";
    std::string normType = "c10::BFloat16";
    std::string optimizer = "AdamW";
    [[nodiscard]] std::int64_t hidden() const { return heads * headDim; }
};

std::string dims(const std::vector<std::vector<std::int64_t>>& shapes) { return Json(shapes).dump(); }

/// The operations of a few steps, as torch.profiler records them with their shapes.
class Written {
public:
    explicit Written(const Program& program, bool shapes)
        : m_program(program)
        , m_shapes(shapes)
    {
        for (int step = 0; step < 3; ++step) {
            const std::int64_t begin = m_clock;
            for (std::int64_t micro = 0; micro < program.micro; ++micro) {
                forward();
                backward();
            }
            range(RowKind::Annotation, "Optimizer.step#" + program.optimizer + ".step", {});
            add(RowKind::Step, "ProfilerStep#" + std::to_string(step), begin, m_clock - begin);
            m_clock += 1'000;
        }
    }
    [[nodiscard]] const Recording& recording() const { return m_recording; }

private:
    Row& add(RowKind kind, const std::string& name, std::int64_t ts, std::int64_t dur)
    {
        Row row;
        row.kind = kind;
        row.name = name;
        row.ts = ts;
        row.dur = dur;
        return m_recording.rows.emplace_back(std::move(row));
    }
    template <typename Inside>
    void range(RowKind kind, const std::string& name, Inside inside, const std::string& shapes,
               const std::vector<std::string>& types)
    {
        const std::int64_t begin = m_clock;
        m_clock += 2'000;
        inside();
        m_clock += 2'000;
        Row& row = add(kind, name, begin, m_clock - begin);
        if (m_shapes && !shapes.empty()) {
            row.shapes = shapes;
            row.types = Json(types).dump();
        }
        m_clock += 1'000;
    }
    void range(RowKind kind, const std::string& name, const std::vector<std::vector<std::int64_t>>& shapes,
               const std::vector<std::string>& types = {})
    {
        range(
            kind, name, [] {}, shapes.empty() ? std::string() : dims(shapes), types);
    }
    void launch()
    {
        add(RowKind::Launch, "cudaLaunchKernel", m_clock, 2'000).correlation = ++m_calls;
        add(RowKind::Kernel, "gemm", m_clock + 5'000, 10'000).correlation = m_calls;
        m_clock += 3'000;
    }
    void linear(std::int64_t in, std::int64_t out)
    {
        const std::vector<std::int64_t> bias =
            m_program.bias ? std::vector{out} : std::vector<std::int64_t>{};
        range(RowKind::Operator, "aten::linear",
              [&] {
                  range(RowKind::Operator, m_program.bias ? "aten::addmm" : "aten::mm", [&] { launch(); },
                        dims({{rows(), in}, {in, out}}), {m_program.type, m_program.type});
              },
              dims({{m_program.batch, m_program.sequence, in}, {out, in}, bias}),
              {m_program.type, m_program.type, m_program.type});
    }
    [[nodiscard]] std::int64_t rows() const { return m_program.batch * m_program.sequence; }
    void norm()
    {
        const std::int64_t h = m_program.hidden();
        const std::vector<std::int64_t> input{m_program.batch, m_program.sequence, h};
        if (m_program.layerNorm)
            range(RowKind::Operator, "aten::layer_norm", {input, {}, {h}, {h}},
                  {m_program.type, "ScalarList", m_program.normType, m_program.normType});
        else
            range(RowKind::Operator, "aten::rms_norm", {input, {}, {h}},
                  {m_program.type, "ScalarList", m_program.normType});
    }
    void attention()
    {
        const auto of = [&](std::int64_t heads) {
            return std::vector<std::int64_t>{m_program.batch, heads, m_program.sequence, m_program.headDim};
        };
        const std::string shapes = dims({of(m_program.heads), of(m_program.kvHeads), of(m_program.kvHeads)});
        const std::vector<std::string> types(3, m_program.type);
        range(
            RowKind::Operator, "aten::scaled_dot_product_attention",
            [&] {
                range(
                    RowKind::Operator, "aten::_scaled_dot_product_flash_attention", [&] { launch(); }, shapes,
                    types);
            },
            shapes, types);
    }
    void layer()
    {
        const std::int64_t h = m_program.hidden();
        norm();
        linear(h, h);
        linear(h, m_program.kvHeads * m_program.headDim);
        linear(h, m_program.kvHeads * m_program.headDim);
        attention();
        linear(h, h);
        norm();
        linear(h, m_program.feedForward);
        if (m_program.gated)
            linear(h, m_program.feedForward);
        linear(m_program.feedForward, h);
    }
    void forward()
    {
        const std::int64_t h = m_program.hidden();
        const std::vector<std::string> types{m_program.type, "long int"};
        range(RowKind::Operator, "aten::embedding",
              {{m_program.vocabulary, h}, {m_program.batch, m_program.sequence}}, types);
        if (m_program.positions > 0)
            range(RowKind::Operator, "aten::embedding", {{m_program.positions, h}, {1, m_program.sequence}},
                  types);
        for (std::int64_t at = 0; at < m_program.layers; ++at)
            layer();
        norm();
        const bool bias = std::exchange(m_program.bias, false);
        linear(h, m_program.vocabulary);
        m_program.bias = bias;
        range(RowKind::Operator, "aten::cross_entropy_loss", {{rows(), m_program.vocabulary}, {rows()}},
              {"float", "long int"});
    }
    void backward()
    {
        const std::int64_t h = m_program.hidden();
        for (std::int64_t at = 0; at < m_program.layers; ++at) {
            range(RowKind::Operator, "autograd::engine::evaluate_function: AddmmBackward0",
                  [&] {
                      if (m_program.recompute)
                          layer();
                      range(RowKind::Operator, "aten::mm", {{h, rows()}, {rows(), m_program.feedForward}},
                            {m_program.type, m_program.type});
                  },
                  {}, {});
        }
    }

    Program m_program;
    bool m_shapes;
    Recording m_recording;
    std::int64_t m_clock = 1'000'000;
    int m_calls = 0;
};

app::Guess guessOf(const std::vector<std::filesystem::path>& files)
{
    profiler::ImportOptions options;
    options.cache = false;
    const auto opened = profiler::importTrace(files, {}, options);
    return app::guessPlan(catalog(), opened.value().run).value();
}

app::Guess guessOf(const Program& program, bool shapes = true)
{
    const QTemporaryDir folder;
    return guessOf(
        tests::planted::writeChrome(Written(program, shapes).recording(), folder.path().toStdString()));
}

Program randomProgram(unsigned seed)
{
    std::mt19937 random(seed);
    const auto from = [&](std::initializer_list<std::int64_t> values) {
        return *(values.begin() + std::uniform_int_distribution<std::ptrdiff_t>(
                                      0, static_cast<std::ptrdiff_t>(values.size()) - 1)(random));
    };
    Program program;
    program.layers = from({1, 2, 3, 5, 8});
    program.heads = from({4, 8, 12});
    program.kvHeads = program.heads / from({1, 2, 4});
    program.headDim = from({32, 64, 128});
    program.gated = from({0, 1}) == 1;
    program.feedForward = program.gated ? 64 * from({11, 27, 43}) : 4 * program.hidden();
    program.vocabulary = from({4096, 32000, 50257});
    program.positions = from({0, 512, 2048});
    program.batch = from({1, 3, 4});
    program.micro = from({1, 2, 4});
    program.sequence = from({64, 256});
    program.bias = from({0, 1}) == 1;
    program.layerNorm = from({0, 1}) == 1;
    program.recompute = from({0, 1}) == 1;
    program.type = from({0, 1}) == 1 ? "c10::BFloat16" : "float";
    program.normType = program.type == "float" || from({0, 1}) == 1 ? program.type : "float";
    program.optimizer = from({0, 1}) == 1 ? "AdamW" : "SGD";
    return program;
}

/// The rows of a program on so many ranks, each doing the same.
Recording onRanks(const Program& program, int ranks)
{
    const Recording one = Written(program, true).recording();
    Recording all = one;
    all.ranks = ranks;
    for (int rank = 1; rank < ranks; ++rank) {
        for (Row row : one.rows) {
            row.rank = rank;
            all.rows.push_back(row);
        }
    }
    return all;
}

/// One more row on each rank, before all others.
Recording withRow(Recording recording, RowKind kind, const std::string& name)
{
    for (int rank = 0; rank < recording.ranks; ++rank) {
        Row row;
        row.kind = kind;
        row.rank = rank;
        row.lane = kind == RowKind::Collective ? 20 : 5;
        row.name = name;
        row.ts = 10'000;
        row.dur = 5'000;
        row.bytes = kind == RowKind::Collective ? 4096 : 0;
        recording.rows.push_back(std::move(row));
    }
    return recording;
}

Json toldOf(const Recording& recording)
{
    const QTemporaryDir folder;
    return Json::parse(
        guessJson(guessOf(tests::planted::writeChrome(recording, folder.path().toStdString()))));
}

/// Why \p key is not known; empty: it is not said.
std::string unknown(const Json& told, const std::string& key)
{
    for (const Json& one : told["not_known"]) {
        if (one["key"] == key)
            return one["because"].get<std::string>();
    }
    return {};
}

std::int64_t replicas(const Json& told)
{
    return told["plan"].value("parallel", Json::object()).value("replica", std::int64_t{0});
}

constexpr const char* kAllReduce =
    "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
constexpr const char* kSend = "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)";

} // namespace

class TstGuess : public QObject {
    Q_OBJECT
private slots:
    void randomTransformers_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 40; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void randomTransformers()
    {
        QFETCH(unsigned, seed);
        const Program program = randomProgram(seed);
        const Json told = Json::parse(guessJson(guessOf(program)));
        const Json& plan = told["plan"];
        QCOMPARE(plan["batch"]["micro_batch"].get<std::int64_t>(), program.batch);
        QCOMPARE(plan["batch"]["micro_batches"].get<std::int64_t>(), program.micro);
        QCOMPARE(plan["batch"]["sequence_length"].get<std::int64_t>(), program.sequence);
        QCOMPARE(plan["attention"].get<std::string>(), std::string("flash"));
        QCOMPARE(plan.contains("recompute"), program.recompute);
        QCOMPARE(plan["optimizer"].get<std::string>(),
                 std::string(program.optimizer == "AdamW" ? "adamw" : "sgd"));
        QCOMPARE(plan["precision"]["weights"].get<std::string>(),
                 std::string(program.normType == "float" ? "fp32" : "bf16"));
        QCOMPARE(plan["precision"].value("autocast", false), program.normType != program.type);
        Json model = told["model"];
        QVERIFY2(model.is_object(), model.dump().c_str());
        QCOMPARE(model["layers"].get<std::int64_t>(), program.layers);
        QCOMPARE(model["hidden"].get<std::int64_t>(), program.hidden());
        QCOMPARE(model["heads"].get<std::int64_t>(), program.heads);
        QCOMPARE(model.value("kv_heads", program.heads), program.kvHeads);
        QCOMPARE(model["vocabulary"].get<std::int64_t>(), program.vocabulary);
        QCOMPARE(model.value("feed_forward", 4 * program.hidden()), program.feedForward);
        QCOMPARE(model.value("activation", "gelu"), std::string(program.gated ? "swiglu" : "gelu"));
        QCOMPARE(model.value("norm", "layer_norm"),
                 std::string(program.layerNorm ? "layer_norm" : "rms_norm"));
        QCOMPARE(model.value("bias", true), program.bias);
        QCOMPARE(model.value("max_sequence", std::int64_t{0}), program.positions);
        for (const Json& fact : told["facts"])
            QVERIFY2(!fact["evidence"].get<std::string>().empty(), fact.dump().c_str());
    }

    /// What is guessed can be planned, as a file and its model beside it.
    void itCanBePlanned()
    {
        for (unsigned seed = 1; seed <= 10; ++seed) {
            const app::Guess guess = guessOf(randomProgram(seed));
            const QTemporaryDir folder;
            const std::string model = folder.filePath("model.json").toStdString();
            const std::string plan = folder.filePath("plan.json").toStdString();
            std::ofstream(model) << core::jsonText(*guess.model);
            std::ofstream(plan) << guessedPlanText(guess, model);
            app::PlanRequest request;
            request.planFile = plan;
            const auto planned = app::evaluatePlan(catalog(), request);
            QVERIFY2(planned.ok(), plan.c_str());
        }
    }

    /// Ranks are those that were recorded or told of; where neither tells all, how many replicas there are is
    /// not known.
    void replicasAreCounted()
    {
        const Recording one = Written(Program(), true).recording();
        QCOMPARE(replicas(toldOf(one)), std::int64_t{1});
        Recording two = withRow(one, RowKind::Kernel, "gemm");
        two.devices = 2;
        two.rows.back().device = 1;
        QCOMPARE(replicas(toldOf(two)), std::int64_t{2});
        QCOMPARE(replicas(toldOf(withRow(onRanks(Program(), 3), RowKind::Collective, kAllReduce))),
                 std::int64_t{3});
        const Json alone = toldOf(withRow(one, RowKind::Collective, kAllReduce));
        QCOMPARE(replicas(alone), std::int64_t{0});
        QVERIFY(unknown(alone, "parallel.replica").find("communicate") != std::string::npos);
        const Json nothing = toldOf(withRow(Recording(), RowKind::Kernel, "gemm"));
        QCOMPARE(replicas(nothing), std::int64_t{0});
        QVERIFY(!unknown(nothing, "parallel.replica").empty());
    }

    /// Stages of a pipeline are no replicas, and a stage's layers are not the model's.
    void stagesAreNoReplicas()
    {
        for (const Recording& recording :
             {withRow(onRanks(Program(), 2), RowKind::Annotation, "PP:0F0"),
              withRow(Written(Program(), true).recording(), RowKind::Annotation, "PP:1B3"),
              withRow(onRanks(Program(), 2), RowKind::Collective, kSend)}) {
            const Json told = toldOf(recording);
            QCOMPARE(replicas(told), std::int64_t{0});
            QVERIFY(unknown(told, "parallel.replica").find("pipeline") != std::string::npos);
            QVERIFY(told["model"].is_null() && !unknown(told, "model").empty());
        }
    }

    void aSimulatedRun()
    {
        app::SimulationCall call;
        call.plan = {"gpt2", "dgx-h200", {}, {{"replica", "8"}, {"micro-batch", "4"}}};
        call.detail = "operator";
        const auto simulation = simulatePlan(catalog(), std::move(call), {});
        QVERIFY(simulation.ok());
        const Json told = Json::parse(guessJson(app::guessPlan(catalog(), simulation->run).value()));
        QVERIFY(!told["plan"].contains("parallel"));
        QVERIFY(unknown(told, "parallel").find("simulated") != std::string::npos);
    }

    void severalJobs()
    {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        Program other;
        other.layers = 5;
        std::filesystem::create_directories(root / "a");
        std::filesystem::create_directories(root / "b");
        auto files = tests::planted::writeChrome(onRanks(Program(), 2), root / "a");
        const auto more = tests::planted::writeChrome(
            withRow(onRanks(other, 3), RowKind::Python, "megatron/core/x.py(1): f"), root / "b");
        files.insert(files.end(), more.begin(), more.end());
        const Json told = Json::parse(guessJson(guessOf(files)));
        QCOMPARE(replicas(told), std::int64_t{2});
        QCOMPARE(told["model"]["layers"].get<int>(), 2);
        QVERIFY(told["plan"].value("framework", "") != "megatron");
        QVERIFY(unknown(told, "run").find("2 jobs") != std::string::npos);
    }

    void frameworks()
    {
        const Recording one = withRow(Written(Program(), true).recording(), RowKind::Python,
                                      "transformers/trainer.py(1): train");
        const auto framework = [&](const char* function) {
            return toldOf(withRow(one, RowKind::Python, function));
        };
        QCOMPARE(toldOf(one)["plan"]["framework"].get<std::string>(), std::string("huggingface"));
        QCOMPARE(framework("torchrec/distributed/x.py(1): f")["plan"]["framework"].get<std::string>(),
                 std::string("torchrec"));
        for (const char* const function :
             {"vllm/worker/x.py(1): f", "sglang/srt/x.py(1): f", "tensorrt_llm/x.py(1): f"}) {
            const Json told = framework(function);
            QVERIFY(!told["plan"].contains("framework"));
            QVERIFY(unknown(told, "framework").find("serves") != std::string::npos);
        }
    }

    /// No tensor has such shapes, and no world so many ranks.
    void absurdSizes()
    {
        for (const std::int64_t batch : {std::int64_t{-2}, std::int64_t{1} << 41}) {
            Program program;
            program.batch = batch;
            const Json told = Json::parse(guessJson(guessOf(program)));
            QVERIFY(!told["plan"].contains("batch"));
            QVERIFY(told["model"].is_null());
        }
        const QTemporaryDir folder;
        const auto files = tests::planted::writeChrome(onRanks(Program(), 2), folder.path().toStdString());
        for (const std::filesystem::path& file : files) {
            std::ifstream in(file, std::ios::binary);
            std::string text((std::istreambuf_iterator<char>(in)), {});
            const std::string size = "\"world_size\": 2";
            text.replace(text.find(size), size.size(), "\"world_size\": 20000000");
            tests::planted::writeBytes(file, text);
        }
        const Json told = Json::parse(guessJson(guessOf(files)));
        QCOMPARE(replicas(told), std::int64_t{0});
        QVERIFY(unknown(told, "parallel.replica").find("20000000") != std::string::npos);
    }

    void withoutShapes()
    {
        const app::Guess guess = guessOf(Program{}, false);
        QVERIFY(!guess.known());
        const Json told = Json::parse(guessJson(guess));
        QVERIFY(told["model"].is_null());
        QVERIFY(std::ranges::any_of(told["not_known"], [](const Json& one) {
            return one["key"] == "model" &&
                   one["because"].get<std::string>().find("record_shapes") != std::string::npos;
        }));
    }

    /// ../shared/traces/shardscope, and the plans that were written for them (../shared/field/plans).
    void sharedRecordings()
    {
        const std::filesystem::path shared =
            std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "../shared/traces/shardscope";
        if (!std::filesystem::exists(shared))
            QSKIP("shared traces are not here");
        const Json gpt = Json::parse(guessJson(guessOf({shared / "h200_gpt2_medium_accum4.json.gz"})));
        QCOMPARE(gpt["model"].get<std::string>(), std::string("gpt2-medium"));
        QCOMPARE(gpt["plan"]["batch"].dump(),
                 std::string(R"({"micro_batch":8,"micro_batches":4,"sequence_length":1024})"));
        QCOMPARE(gpt["plan"]["precision"].dump(),
                 std::string(R"({"master":"none","optimizer_state":"bf16","weights":"bf16"})"));
        std::vector<std::filesystem::path> ranks;
        for (int rank = 0; rank < 4; ++rank)
            ranks.push_back(shared / ("h200_ddp4_straggler.rank" + std::to_string(rank) + ".json.gz"));
        const Json ddp = Json::parse(guessJson(guessOf(ranks)));
        QCOMPARE(ddp["plan"]["parallel"]["replica"].get<int>(), 4);
        QCOMPARE(ddp["model"]["layers"].get<int>(), 8);
        QCOMPARE(ddp["model"]["hidden"].get<int>(), 512);
        QCOMPARE(ddp["model"]["max_sequence"].get<int>(), 1024);
        const Json dlrm = Json::parse(guessJson(guessOf({shared / "h200_dlrm_gpu.json.gz"})));
        const Json& model = dlrm["model"];
        QCOMPARE(model["dense_features"].get<int>(), 13);
        QCOMPARE(model["bottom_mlp"].dump(), std::string("[512,256,64]"));
        QCOMPARE(model["top_mlp"].dump(), std::string("[1024,512,256,1]"));
        QCOMPARE(model["interaction"].get<std::string>(), std::string("dot"));
        QCOMPARE(model["tables"].size(), std::size_t{3});
        QCOMPARE(model["tables"][1]["count"].get<int>(), 10);
        QCOMPARE(model["tables"][1]["rows"].get<int>(), 100'000);
        QCOMPARE(model["tables"][1]["pooling"].get<int>(), 10);
        QCOMPARE(model["tables"][1]["optimizer"].get<std::string>(), std::string("sgd"));
        QVERIFY(!guessOf({shared / "h200_persia_full_sync.json.gz"}).known());
        for (const char* const name : {"gpipe", "interleaved"}) { // of four ranks
            std::vector<std::filesystem::path> files;
            for (int rank = 0; rank < 4; ++rank)
                files.push_back(shared / ("cpu_pp4_" + std::string(name) + "_m8.rank" + std::to_string(rank) +
                                          ".json.gz"));
            const Json told = Json::parse(guessJson(guessOf(files)));
            QVERIFY2(told["plan"]["parallel"]["pipeline"] == 4, told.dump(1).c_str());
            QVERIFY2(told["plan"]["schedule"] == name, told["not_known"].dump(1).c_str());
        }
    }
};

SHARDSCOPE_TEST(TstGuess)
#include "tst_guess.moc"
