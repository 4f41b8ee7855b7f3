// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/programs/plan_settings.h"

#include "app/session/exchange/programs/bridge_names.h"
#include "app/session/exchange/programs/imported_keys.h"
#include "core/base/ascii.h"

#include <algorithm>
#include <iterator>
#include <regex>
#include <set>
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

/// Where the shell's NAME=value has its sign; 0: \p word is none.
std::size_t assignedAt(std::string_view word)
{
    const std::size_t equals = std::min(word.find('='), word.size());
    const bool name = std::ranges::all_of(
        word.substr(0, equals), [](char c) { return core::isLetterOrDigit(c) || c == '_' || c == '.'; });
    return name && equals < word.size() ? equals : 0;
}

} // namespace

/// "--name value", "--name=value", "--flag", over lines that end in backslashes or in an array of the shell,
/// torchrun's own as well; and what the shell sets.
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
        std::erase_if(word, [](char c) { return c == '"' || c == '\''; });
        words.push_back(word);
    }
    const auto isValue = [&words](std::size_t at) { // neither the next argument nor an array's end
        return at < words.size() && words[at].compare(0, 2, "--") != 0 && words[at] != ")";
    };
    std::vector<Setting> settings;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].size() < 3 || words[i].compare(0, 2, "--") != 0) {
            if (const std::size_t equals = assignedAt(words[i]); equals > 0)
                settings.push_back({"", words[i].substr(equals + 1), words[i].substr(0, equals)});
            continue;
        }
        std::string name = words[i].substr(2);
        std::string value;
        const std::size_t equals = name.find('=');
        if (equals != std::string::npos) {
            value = name.substr(equals + 1);
            name.resize(equals);
        } else if (isValue(i + 1)) {
            value = words[++i];
            while (takesSeveral(dashed(name)) && isValue(i + 1))
                value += " " + words[++i];
        }
        settings.push_back({dashed(name), value, "--" + name});
    }
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
    std::set<std::string> printed; // every rank may print all of them
    for (std::string one; std::getline(lines, one);) {
        if (one.size() <= kLongestLine && std::regex_match(one, match, line) &&
            printed.insert(match[1].str() + ' ' + match[2].str()).second)
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
    default: return core::jsonText(value, -1);
    }
}

namespace {

/// "bf16", "bf16-mixed", "16", "32" of Lightning, "bf16_mixed" of Megatron-Bridge; other words are not known.
Setting precisionSetting(const std::string& key, const std::string& value)
{
    if (value.find("fp8") != std::string::npos || value.find("fp4") != std::string::npos)
        return {"", value, key};
    return {value.find("bf16") != std::string::npos ? "bf16" : "fp16", value == "32" ? "False" : "True", key};
}

/// A mixed_precision of its own that reduces gradients in fp32 does so under fp16 too, whose other way is its
/// own format.
bool reducesInFp32(const DocumentLeaf& leaf)
{
    return leaf.key == "mixed_precision.grad_reduce_in_fp32" && leaf.value->flag;
}

} // namespace

std::vector<Setting> nemoSettings(const std::vector<Value>& documents)
{
    using bridge::kOwnNames;
    std::vector<Setting> settings;
    for (const DocumentLeaf& leaf : leavesOf(documents.front(), ".")) {
        const std::string value = scalarText(*leaf.value);
        const auto* const own = std::ranges::find(kOwnNames, leaf.key, &bridge::OwnName::key);
        const auto* const section = std::ranges::find_if(
            bridge::kSections, [&](std::string_view one) { return leaf.key.starts_with(one); });
        if (leaf.key == "trainer.precision" || leaf.key == "mixed_precision")
            settings.push_back(precisionSetting(leaf.key, value));
        else if (leaf.key == "model.activation" && (value == "fast-swiglu" || value == "swiglu"))
            settings.push_back({"swiglu", "True", leaf.key});
        else if (reducesInFp32(leaf))
            settings.push_back({"accumulate-allreduce-grads-in-fp32", value, leaf.key});
        else if (own != std::end(kOwnNames))
            settings.push_back({std::string(own->argument),
                                own->same ? value : std::string(leaf.value->flag ? "False" : "True"),
                                leaf.key});
        else
            settings.push_back({section == bridge::kSections.end() ? std::string()
                                                                   : dashed(leaf.key.substr(section->size())),
                                value, leaf.key});
    }
    for (std::size_t more = 1; more < documents.size(); ++more) {
        for (const DocumentLeaf& leaf : leavesOf(documents[more], "."))
            settings.push_back({"", scalarText(*leaf.value), std::to_string(more + 1) + ": " + leaf.key});
    }
    return settings;
}

} // namespace shardscope::app
