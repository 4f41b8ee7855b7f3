// SPDX-License-Identifier: GPL-3.0-or-later
// Any two keys of a plan, with any of their values, give an answer or a refusal under any framework: no
// promise of the program is broken. The keys are those of the table that reads them, so that new ones are
// crossed by themselves.
#include "core/base/ascii.h"
#include "core/plan/plan_fields.h"
#include "core/plan/plan_names.h"
#include "planner/layout.h"
#include "planner/planner.h"
#include "planner/simulate.h"
#include "tests/planner/shipped.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

/// A model on a machine, divided so that many keys have something to do.
struct Situation {
    ModelSpec model;
    HardwareSpec machine;
    Options options;
    std::shared_ptr<Evaluator> evaluator = std::make_shared<Evaluator>(model, machine);
};

/// The catalogue's \p name with four layers: what a step does and holds is worked out operation by operation.
ModelSpec shortened(const std::string& name)
{
    constexpr std::int64_t kLayers = 4;
    ModelSpec model = shardscope::tests::model(name);
    if (auto* shape = std::get_if<Transformer>(&model.form)) {
        shape->decoderLayers = shape->decoderLayers > 0 ? kLayers / 2 : 0;
        shape->leadingDenseLayers = std::min<std::int64_t>(1, shape->leadingDenseLayers);
        shape->local.layers = std::min(kLayers / 2, shape->local.layers);
        shape->predictions = 0;
        shape->predictionLayers = 0;
        if (shape->hybrid())
            shape->parts.resize(kLayers);
        std::erase_if(shape->denseLayers, [](std::int64_t layer) { return layer >= kLayers; });
        shape->layers = kLayers;
    }
    return model;
}

ModelSpec bareCount()
{
    ModelSpec model;
    model.name = "count";
    model.form = ParametersOnly{7e9};
    return model;
}

std::vector<Situation> situations()
{
    const auto machine = [](const char* name) { return shardscope::tests::hardware(name); };
    const Options replicas{{"replica", "4"}};
    const Options cut{{"tensor", "2"}, {"pipeline", "2"}, {"replica", "2"}, {"micro-batches", "4"}};
    const Options sequence{{"tensor", "2"}, {"sequence-parallel", "true"}, {"replica", "4"}};
    return {{shortened("llama-3.1-8b"), machine("dgx-h100"), replicas},
            {smallModel(), sampleHardware(), cut},
            {expertModel(), sampleHardware(), sequence},
            {hybridModel(), sampleHardware(), replicas},
            {shortened("gpt2"), machine("dgx-a100-80g"), sequence},
            {shortened("bert-large"), machine("ipu-pod16"), replicas},
            {shortened("t5-11b"), machine("dgx-h100"), cut},
            {expertModel(), machine("gb200-nvl72"), replicas},
            {shortened("gpt3-175b"), machine("ipu-pod64"), cut},
            {shortened("gpt-oss-20b"), machine("dgx-h100"), cut},
            {shortened("qwen3-30b-a3b"), machine("b200-sxm-8"), sequence},
            {shortened("resnet-50"), machine("dgx-h100"), replicas},
            {shortened("deepseek-v3"), machine("dgx-h100"), cut},
            {bareCount(), machine("dgx-h100"), replicas}};
}

using Said = std::pair<std::string, std::string>; ///< option, value

/// A few numbers that are not the default; of words and collectives all.
std::vector<Said> valuesOf(const PlanField& field)
{
    std::vector<std::string> values;
    switch (field.form) {
    case FieldForm::Whole:
        for (const double number : {1.0, 2.0, 3.0, 16.0}) {
            const bool few = field.highest < 16 ? number < 16 : number == 2 || number == 16;
            if (few && number >= field.lowest && number <= field.highest)
                values.push_back(std::to_string(static_cast<std::int64_t>(number)));
        }
        break;
    case FieldForm::Real: values = {"2.5"}; break;
    case FieldForm::Flag: values = {"false", "true"}; break;
    case FieldForm::Word:
        values = field.words.empty() ? std::vector<std::string>{field.key.values} : field.words;
        break;
    case FieldForm::WholeList: values = {"1", "2,2", "0,1"}; break;
    case FieldForm::WordMap:
        for (std::size_t i = 0; i < field.names.size(); ++i)
            values.push_back(field.names[i] + "=" + field.words[i % field.words.size()]);
        if (values.empty())
            values = {"t0=row_wise"};
        break;
    }
    const FieldValue usual = field.get(Plan{});
    std::vector<Said> said;
    for (const std::string& value : values) {
        if (field.form != FieldForm::Flag || usual != FieldValue(value == "true"))
            said.emplace_back(field.key.option, value);
    }
    return said;
}

/// Chooses \p most of \p all at most, beginning with number \p from: as it goes up, each comes in turn.
std::vector<Said> someOf(const std::vector<Said>& all, std::size_t most, std::size_t from)
{
    if (all.size() <= most)
        return all;
    std::vector<Said> some;
    for (std::size_t i = 0; i < most; ++i)
        some.push_back(all[(from + i) % all.size()]);
    return some;
}

std::string textOf(const Options& options)
{
    std::string text;
    for (const auto& [option, value] : options)
        text += " --" + option + " " + value;
    return text;
}

/// Asks plans, and keeps what broke a promise by the promise.
class Asking {
public:
    void ask(const Situation& at, const std::string& implementation, const Said& first, const Said& second)
    {
        Options options = at.options;
        options.emplace_back("implementation", implementation);
        for (const Said& one : {first, second})
            options.push_back(one); // wins over the situation's own
        const auto plan = parsePlan(Value{}, "", options, at.model, checkLayout);
        ++m_asked;
        if (!plan.ok()) {
            note(plan.error(), at, options);
            return;
        }
        const bool whole = ++m_planned % kWholeEvery == 0;
        const auto evaluation = at.evaluator->evaluate(*plan, whole ? Detail::Explained : Detail::Plain);
        if (!evaluation.ok())
            note(evaluation.error(), at, options);
        else
            ++m_answered;
        if (!whole)
            return;
        SimulationOptions simulation;
        simulation.run = m_planned % (2 * kWholeEvery) == 0;
        if (const auto simulated = simulate(at.model, at.machine, *plan, simulation); !simulated.ok())
            note(simulated.error(), at, options);
    }

    [[nodiscard]] std::size_t asked() const { return m_asked; }
    [[nodiscard]] std::size_t answered() const { return m_answered; }
    [[nodiscard]] QString broken() const
    {
        QString text;
        for (const auto& [promise, call] : m_broken)
            text += QString::fromStdString("\n" + promise + "\n    " + call);
        return text;
    }

private:
    static constexpr std::size_t kWholeEvery = 256; ///< with derivations and remedies, and in time

    void note(const Error& error, const Situation& at, const Options& options)
    {
        if (error.code == ErrorCode::BrokenPromise)
            m_broken.try_emplace(error.args.front(), at.model.name + " " + at.machine.name + textOf(options));
    }

    std::size_t m_asked = 0;
    std::size_t m_planned = 0;
    std::size_t m_answered = 0;
    std::map<std::string, std::string> m_broken;
};

} // namespace

class TstKeyPairs : public QObject {
    Q_OBJECT
private slots:
    /// Each pair of keys under each framework in the first situation, with a few values of each, and with
    /// some of these in the others; values and situations go round. SHARDSCOPE_ALL_PAIRS=1 in the
    /// environment: all of them, ten minutes.
    void everyPairOfKeysHasAnAnswer()
    {
        const std::vector<Situation> all = situations();
        const std::vector<std::string>& frameworks = namesOf<Implementation>();
        constexpr std::size_t kFew = 3; // words: one less
        constexpr std::size_t kOthersEvery = 3;
        const bool each = qEnvironmentVariableIsSet("SHARDSCOPE_ALL_PAIRS");
        std::vector<std::vector<Said>> keys;
        std::vector<std::size_t> few;
        for (const PlanField& field : planFields()) {
            if (field.key.option == "framework")
                continue;
            keys.push_back(valuesOf(field));
            few.push_back(each ? keys.back().size() : field.form == FieldForm::Word ? kFew - 1 : kFew);
        }
        Asking asking;
        std::size_t turn = 0;
        const auto everywhere = [&](const Said& first, const Said& second) {
            for (const std::string& framework : frameworks) {
                if (each) {
                    for (const Situation& at : all)
                        asking.ask(at, framework, first, second);
                    continue;
                }
                asking.ask(all.front(), framework, first, second);
                if (const std::size_t others = turn++; others % kOthersEvery == 0)
                    asking.ask(all[1 + others / kOthersEvery % (all.size() - 1)], framework, first, second);
            }
        };
        for (std::size_t a = 0; a < keys.size(); ++a) {
            for (std::size_t b = a + 1; b < keys.size(); ++b) {
                for (const Said& first : someOf(keys[a], few[a], few[a] * b)) {
                    for (const Said& second : someOf(keys[b], few[b], few[b] * a))
                        everywhere(first, second);
                }
            }
        }
        QVERIFY2(asking.broken().isEmpty(), qPrintable(asking.broken()));
        qInfo("%zu pairs, %zu answers", asking.asked(), asking.answered());
        QVERIFY(asking.answered() * 10 > asking.asked()); // else the situations refuse nearly everything
    }
};

SHARDSCOPE_TEST(TstKeyPairs)
#include "tst_key_pairs.moc"
