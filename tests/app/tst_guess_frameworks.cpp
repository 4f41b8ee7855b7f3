// SPDX-License-Identifier: GPL-3.0-or-later
// Random plans of every framework give themselves back from recordings as their programs would make them;
// what such a recording does not hold is said not to be known.
#include "app/session/guess/guess.h"
#include "tests/support/planted/framework_program.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

#include <map>
#include <random>
#include <string>

using namespace shardscope;
using Json = nlohmann::json;
using tests::planted::FrameworkProgram;
using tests::planted::PassOrder;
using tests::planted::Trainer;

namespace {

const core::Catalog& catalog()
{
    static const core::Catalog own{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    return own;
}

Json toldOf(const FrameworkProgram& program)
{
    const QTemporaryDir folder;
    profiler::ImportOptions options;
    options.cache = false;
    const auto opened =
        profiler::importTrace(writeProgram(program, folder.path().toStdString()), {}, options);
    return Json::parse(guessJson(app::guessPlan(catalog(), opened.value().run).value()));
}

FrameworkProgram randomProgram(Trainer trainer, unsigned seed)
{
    std::mt19937 random(seed * 16 + static_cast<unsigned>(trainer));
    const auto from = [&](std::initializer_list<std::int64_t> values) {
        return *(values.begin() + std::uniform_int_distribution<std::ptrdiff_t>(
                                      0, static_cast<std::ptrdiff_t>(values.size()) - 1)(random));
    };
    FrameworkProgram program;
    program.trainer = trainer;
    const bool groups = trainer == Trainer::Megatron || trainer == Trainer::Fsdp2;
    program.tensor = groups ? from({1, 2}) : 1;
    program.context = groups ? from({1, 1, 2}) : 1;
    program.pipeline = groups || trainer == Trainer::DeepSpeed ? from({1, 2, 3}) : 1;
    program.replica = from({1, 2, 4});
    if (program.world() > 12)
        program.replica = 1;
    program.order = from({0, 0, 1}) == 1 && program.pipeline > 1 ? PassOrder::Gpipe : PassOrder::OneByOne;
    program.namesPasses = trainer == Trainer::Fsdp2 && program.pipeline > 1;
    if (program.pipeline > 1 && groups && from({0, 1}) == 1) {
        program.order = PassOrder::Interleaved;
        program.chunks = 2;
    }
    program.zero = from({1, 2, 3});
    program.layers = program.pipeline * program.chunks * from({1, 2});
    program.heads = from({8, 16});
    program.kvHeads = program.heads / from({1, 2});
    program.headDim = from({32, 64});
    program.gated = from({0, 1}) == 1;
    program.feedForward = 64 * from({22, 54, 86});
    program.vocabulary = from({4096, 32000});
    program.batch = from({1, 3});
    program.micro = from({1, 2, 4});
    if (program.chunks > 1)
        program.micro = 2 * program.pipeline;
    program.sequence = from({64, 256});
    program.recompute = from({0, 0, 1}) == 1;
    program.master = from({0, 1}) == 1;
    program.described = from({0, 1, 1}) == 1;
    if (program.tensor == 1 && from({0, 1}) == 1) {
        program.experts = from({4, 8});
        program.perToken = from({1, 2});
        program.expert = trainer == Trainer::DataParallel ? 1 : program.replica;
    }
    return program;
}

std::map<std::string, Json> factsOf(const Json& told)
{
    std::map<std::string, Json> facts;
    for (const Json& fact : told["facts"])
        facts[fact["key"]] = fact["value"];
    return facts;
}

bool isUnknown(const Json& told, const std::string& key)
{
    return std::ranges::any_of(told["not_known"], [&](const Json& one) { return one["key"] == key; });
}

} // namespace

class TstGuessFrameworks : public QObject {
    Q_OBJECT
private slots:
    void randomPlans_data()
    {
        QTest::addColumn<int>("trainer");
        QTest::addColumn<unsigned>("seed");
        constexpr std::pair<Trainer, const char*> kTrainers[]{{Trainer::DataParallel, "data parallel"},
                                                              {Trainer::Megatron, "Megatron-LM"},
                                                              {Trainer::DeepSpeed, "DeepSpeed"},
                                                              {Trainer::Fsdp2, "FSDP2"}};
        for (const auto& [trainer, name] : kTrainers) {
            for (unsigned seed = 1; seed <= 12; ++seed)
                QTest::addRow("%s %u", name, seed) << static_cast<int>(trainer) << seed;
        }
    }
    void randomPlans()
    {
        QFETCH(int, trainer);
        QFETCH(unsigned, seed);
        const auto kind = static_cast<Trainer>(trainer);
        const FrameworkProgram program = randomProgram(kind, seed);
        const Json told = toldOf(program);
        const std::string text = told.dump(1);
        std::map<std::string, Json> facts = factsOf(told);
        const auto is = [&](const char* key, std::int64_t expected, std::int64_t otherwise = 1) {
            const auto found = facts.find(key);
            const std::int64_t own = found == facts.end() ? otherwise : found->second.get<std::int64_t>();
            QVERIFY2(own == expected, (std::string(key) + " is " + std::to_string(expected) + ", told " +
                                       std::to_string(own) + "\n" + text)
                                          .c_str());
        };
        is("parallel.tensor", program.tensor);
        is("parallel.pipeline", program.pipeline);
        is("parallel.context", program.context);
        is("parallel.expert", program.expert);
        is("parallel.replica", program.replica, 0);
        is("batch.micro_batch", program.batch, 0);
        is("batch.micro_batches", program.micro, 0);
        is("batch.sequence_length", program.sequence, 0);
        is("model.layers", program.layers, 0);
        is("model.hidden", program.hidden(), 0);
        is("model.heads", program.heads, 0);
        is("model.kv_heads", program.kvHeads, program.heads);
        is("model.vocabulary", program.vocabulary, 0);
        is("model.feed_forward", program.feedForward, 0);
        is("model.experts", program.experts, 0);
        is("model.experts_per_token", program.perToken, 0);
        const bool deepSpeed = kind == Trainer::DeepSpeed;
        const std::int64_t kStages[]{0, 1, program.zero, 3};
        // Stages 1 and 2 sum up as often where there is one micro-batch.
        const bool either = deepSpeed && program.zero < 3 && program.micro == 1;
        is("sharding.zero_stage", program.replica > 1 && !either ? kStages[trainer] : 0, 0);
        QCOMPARE(isUnknown(told, "sharding.zero_stage"), program.replica > 1 && either);
        is("parallel.virtual_stages", program.chunks);
        constexpr const char* kOrders[]{"gpipe", "1f1b", "interleaved"};
        // The orders of one micro-batch are the same.
        const char* const order = program.micro > 1 ? kOrders[static_cast<int>(program.order)] : "1f1b";
        if (program.pipeline > 1)
            QVERIFY2(facts["schedule"] == order, told["not_known"].dump(1).c_str());
        else
            QVERIFY2(!facts.contains("schedule") && !isUnknown(told, "schedule"), text.c_str());
        constexpr const char* kFrameworks[]{"huggingface", "megatron", "deepspeed", "fsdp2"};
        const bool named = kind != Trainer::Fsdp2 || program.replica >= 1;
        QVERIFY2(!named || facts["framework"] == kFrameworks[trainer], text.c_str());
        QVERIFY2(facts["optimizer"] == "adamw", text.c_str());
        const bool apex = kind == Trainer::Megatron || kind == Trainer::DeepSpeed;
        QVERIFY2(facts["precision.master"] == (program.master || apex ? "fp32" : "none"), text.c_str());
        if (!told["model"].is_string()) {
            QVERIFY2(told["model"].is_object(), text.c_str());
            QCOMPARE(told["model"].value("activation", "gelu"),
                     std::string(program.gated ? "swiglu" : "gelu"));
        }
        for (const Json& fact : told["facts"])
            QVERIFY2(!fact["evidence"].get<std::string>().empty() && !fact["confidence"].is_null(),
                     fact.dump().c_str());
    }

    /// One stage of several: how many there are is told by the groups, and else not known.
    void oneRankOfMany()
    {
        FrameworkProgram program;
        program.trainer = Trainer::Megatron;
        program.pipeline = 2;
        program.replica = 2;
        for (const bool described : {true, false}) {
            program.described = described;
            program.order = described ? PassOrder::OneByOne : PassOrder::Gpipe;
            const QTemporaryDir folder;
            auto files = writeProgram(program, folder.path().toStdString());
            files.resize(1);
            profiler::ImportOptions options;
            options.cache = false;
            const auto opened = profiler::importTrace(files, {}, options);
            const Json told = Json::parse(guessJson(app::guessPlan(catalog(), opened.value().run).value()));
            std::map<std::string, Json> facts = factsOf(told);
            QVERIFY2(facts["parallel.pipeline"] == 2, told.dump(1).c_str());
            QVERIFY2(facts["model.layers"] == program.layers, told.dump(1).c_str());
            for (const Json& fact : told["facts"]) {
                if (fact["key"] == "model.layers")
                    QCOMPARE(fact["confidence"].get<std::string>(), std::string("medium"));
            }
        }
    }

    /// Gradients of weights apart from those of inputs: told where the passes are named, in an order of its
    /// own not made another's.
    void zeroBubble()
    {
        FrameworkProgram program;
        program.trainer = Trainer::Fsdp2;
        program.pipeline = 3;
        program.layers = 6;
        program.micro = 6;
        program.order = PassOrder::ZeroBubble;
        program.namesPasses = true;
        const Json told = toldOf(program);
        QVERIFY2(factsOf(told)["schedule"] == "zero_bubble", told.dump(1).c_str());
    }

    /// XLA's operations tell neither layers nor axes.
    void jax()
    {
        for (const std::int64_t replica : {1, 4}) {
            FrameworkProgram program;
            program.trainer = Trainer::Jax;
            program.replica = replica;
            const Json told = toldOf(program);
            QVERIFY2(told["plan"].value("framework", "") == "maxtext", told.dump(1).c_str());
            QVERIFY2(told["model"].is_null() && isUnknown(told, "model"), told.dump(1).c_str());
            for (const Json& one : told["not_known"]) // which is no proof that nothing is trained
                QVERIFY2(one["key"] != "optimizer" ||
                             one["because"].get<std::string>().find("XLA") != std::string::npos,
                         one.dump().c_str());
            QVERIFY2(replica == 1 || isUnknown(told, "parallel.replica"), told.dump(1).c_str());
        }
    }
};

SHARDSCOPE_TEST(TstGuessFrameworks)
#include "tst_guess_frameworks.moc"
