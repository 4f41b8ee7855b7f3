// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/plan_settings.h"

#include "core/units/plain_number.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <regex>
#include <sstream>

namespace shardscope::app {
namespace {

using core::Value;

std::string dashed(std::string name)
{
    std::ranges::replace(name, '_', '-');
    return name;
}

bool takesSeveral(const std::string& argument)
{
    return argument == "recompute-modules" || argument == "cuda-graph-scope" ||
           argument == "cuda-graph-modules";
}

/// How many torchrun starts; of "1:4" the least.
std::int64_t launched(const std::string& value)
{
    constexpr std::int64_t kMost = 1'000'000'000;
    return std::clamp<std::int64_t>(core::parseWhole(value.substr(0, value.find(':'))).value_or(0), 0, kMost);
}

} // namespace

/// "--name value", "--name=value", "--flag", over lines that end in backslashes; torchrun's own counts too.
std::vector<Setting> argumentsOf(const std::string& text)
{
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; stream >> word;) {
        if (word == "\\")
            continue;
        if (word.front() == '#') { // a comment runs to the end of its line
            std::getline(stream, word);
            continue;
        }
        word.erase(std::remove(word.begin(), word.end(), '"'), word.end());
        words.push_back(word);
    }
    std::vector<Setting> settings;
    std::int64_t perNode = 0;
    std::int64_t nodes = 1;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].size() < 3 || words[i].compare(0, 2, "--") != 0)
            continue;
        std::string name = words[i].substr(2);
        std::string value;
        const std::size_t equals = name.find('=');
        if (equals != std::string::npos) {
            value = name.substr(equals + 1);
            name.resize(equals);
        } else if (i + 1 < words.size() && words[i + 1].compare(0, 2, "--") != 0) {
            value = words[++i];
            while (takesSeveral(dashed(name)) && i + 1 < words.size() &&
                   words[i + 1].compare(0, 2, "--") != 0)
                value += " " + words[++i];
        }
        if (dashed(name) == "nproc-per-node")
            perNode = launched(value);
        else if (name == "nnodes")
            nodes = std::max<std::int64_t>(1, launched(value));
        else
            settings.push_back({dashed(name), value, "--" + name});
    }
    if (perNode > 0)
        settings.push_back({"world-size", std::to_string(perNode * nodes), "--nproc_per_node"});
    return settings;
}

/// Megatron-LM prints "  tensor_model_parallel_size ...................... 8" for every argument.
std::vector<Setting> printedArguments(const std::string& text)
{
    std::vector<Setting> settings;
    static const std::regex line(R"(^(?:\[[^\]]*\]:)?\s+([A-Za-z_0-9]+) \.+ (.*?)\s*$)");
    constexpr std::size_t kLongestLine = 400; // of an argument's; the pattern is not meant for more
    std::istringstream lines(text);
    std::smatch match;
    for (std::string one; std::getline(lines, one);) {
        if (one.size() <= kLongestLine && std::regex_match(one, match, line))
            settings.push_back({dashed(match[1].str()), match[2].str(), match[1].str()});
    }
    return settings;
}

std::string scalarText(const Value& value)
{
    switch (value.kind) {
    case Value::Kind::Bool: return value.flag ? "True" : "False";
    case Value::Kind::Integer: return std::to_string(value.integer);
    case Value::Kind::Text: return value.text;
    case Value::Kind::Null: return "None";
    default: return core::jsonText(value, 0);
    }
}

/// NeMo spells Megatron's arguments with underscores under "model", with a few names of its own.
std::vector<Setting> nemoSettings(const Value& document)
{
    static const std::map<std::string, std::string> kNames{
        {"encoder_seq_length", "seq-length"},
        {"virtual_pipeline_model_parallel_size", "num-virtual-stages-per-pipeline-rank"},
        {"activations_checkpoint_granularity", "recompute-granularity"},
        {"num_moe_experts", "num-experts"},
    };
    std::vector<Setting> settings;
    const auto add = [&](const std::string& key, const Value& value, const std::string& written) {
        const auto renamed = kNames.find(key);
        settings.push_back(
            {renamed == kNames.end() ? dashed(key) : renamed->second, scalarText(value), written});
    };
    for (const auto& [key, value] : document.find("model")->members) {
        if (key == "optim") {
            for (const auto& [inner, setting] : value.members)
                add(inner == "name" ? "optimizer" : "optim." + inner, setting, "model.optim." + inner);
        } else if (key == "share_embeddings_and_output_weights") {
            settings.push_back(
                {"untie-embeddings-and-output-weights", value.flag ? "False" : "True", "model." + key});
        } else if (key == "bias") {
            settings.push_back({"disable-bias-linear", value.flag ? "False" : "True", "model." + key});
        } else if (key == "activation" && (value.text == "fast-swiglu" || value.text == "swiglu")) {
            settings.push_back({"swiglu", "True", "model." + key});
        } else {
            add(key, value, "model." + key);
        }
    }
    const Value* trainer = document.find("trainer");
    std::int64_t devices = 0;
    std::int64_t nodes = 1;
    for (const auto& [key, value] : trainer == nullptr ? std::vector<Value::Member>{} : trainer->members) {
        if (key == "devices")
            devices = value.integer;
        else if (key == "num_nodes")
            nodes = std::max<std::int64_t>(1, value.integer);
        else if (key == "precision")
            settings.push_back({scalarText(value).find("bf16") != std::string::npos ? "bf16" : "fp16",
                                scalarText(value) == "32" ? "False" : "True", "trainer." + key});
        else
            settings.push_back({"trainer." + key, scalarText(value), "trainer." + key});
    }
    if (devices > 0)
        settings.push_back({"world-size", std::to_string(devices * nodes), "trainer.devices"});
    return settings;
}

} // namespace shardscope::app
