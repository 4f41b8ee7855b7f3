// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/said_name.h"

#include "core/base/ascii.h"
#include "core/base/plain_name.h"
#include "core/io/files.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <span>
#include <utility>

namespace shardscope::core {
namespace {

using Words = std::vector<std::string>;

/// What is written, as plainName() has it, and the catalogue's name for it.
using Written = std::pair<std::string_view, std::string_view>;

constexpr std::array kMachines{Written{"h100", "dgx-h100"},
                               Written{"h10080g", "dgx-h100"},
                               Written{"h100sxm", "dgx-h100"},
                               Written{"h100sxm5", "dgx-h100"},
                               Written{"h100sxm80g", "dgx-h100"},
                               Written{"h100sxm580g", "dgx-h100"},
                               Written{"hgxh100", "dgx-h100"},
                               Written{"dgxh100", "dgx-h100"},
                               Written{"h200", "dgx-h200"},
                               Written{"h200141g", "dgx-h200"},
                               Written{"h200sxm5141g", "dgx-h200"},
                               Written{"hgxh200", "dgx-h200"},
                               Written{"dgxh200", "dgx-h200"},
                               Written{"h800", "h800-8"},
                               Written{"h80080g", "h800-8"},
                               Written{"h20", "h20-8"},
                               Written{"b200", "b200-sxm-8"},
                               Written{"b200sxm", "b200-sxm-8"},
                               Written{"b200sxm180g", "b200-sxm-8"},
                               Written{"dgxb200", "b200-sxm-8"},
                               Written{"hgxb200", "b200-sxm-8"},
                               Written{"b300", "b300-sxm-8"},
                               Written{"b300sxm", "b300-sxm-8"},
                               Written{"b300sxm270g", "b300-sxm-8"},
                               Written{"dgxb300", "b300-sxm-8"},
                               Written{"hgxb300", "b300-sxm-8"},
                               Written{"gb200", "gb200-nvl72"},
                               Written{"dgxgb200", "gb200-nvl72"},
                               Written{"gb300", "gb300-nvl72"},
                               Written{"dgxgb300", "gb300-nvl72"},
                               Written{"gh200", "gh200"},
                               Written{"a10080g", "dgx-a100-80g"},
                               Written{"a100sxm80g", "dgx-a100-80g"},
                               Written{"a100sxm480g", "dgx-a100-80g"},
                               Written{"a10040g", "dgx-a100-40g"},
                               Written{"a100sxm40g", "dgx-a100-40g"},
                               Written{"a100sxm440g", "dgx-a100-40g"},
                               Written{"mi300x", "mi300x-8"},
                               Written{"mi325x", "mi325x-8"},
                               Written{"mi355x", "mi355x-8"},
                               Written{"tpuv5p", "tpu-v5p"},
                               Written{"tpuv6e", "tpu-v6e"},
                               Written{"trillium", "tpu-v6e"},
                               Written{"tpu7x", "ironwood"},
                               Written{"tpuv7", "ironwood"},
                               Written{"tpu7xironwood", "ironwood"},
                               Written{"p5", "aws-p5"},
                               Written{"p548xlarge", "aws-p5"},
                               Written{"trn2", "trn2-64"},
                               Written{"trainium2", "trn2-64"},
                               Written{"gaudi3", "gaudi3-8"}};
constexpr std::array kModels{Written{"gpt3", "gpt3-175b"}};

/// Words that tell one machine, or one model, from no other.
constexpr std::array<std::string_view, 19> kMakers{
    "nvidia", "amd", "intel", "google", "graphcore", "aws",    "cloud",   "instinct",  "hopper", "ampere",
    "ultra",  "gpu", "gpus",  "tensor", "core",      "device", "devices", "blackwell", "server"};
constexpr std::array<std::string_view, 9> kOfHubs{"meta", "instruct", "base",     "chat", "hf",
                                                  "it",   "pt",       "thinking", "model"};

/// Whether \p c stands between the words of a name; the dot of "3.1" does not.
bool between(char c) { return !isLetterOrDigit(c) && c != '.'; }

/// Small, without those that \p nothing holds; "80gb" is "80g", as the catalogue has it.
Words wordsOf(std::string_view said, std::span<const std::string_view> nothing)
{
    Words words(1);
    for (const char c : said) {
        if (!between(c))
            words.back() += lowered(c);
        else if (!words.back().empty())
            words.emplace_back();
    }
    std::erase_if(words, [&](const std::string& word) {
        return word.empty() || std::ranges::find(nothing, word) != nothing.end();
    });
    for (std::string& word : words) {
        const std::size_t size = word.size();
        if (size > 2 && word.ends_with("gb") && isDigit(word[size - 3]))
            word.pop_back();
    }
    return words;
}

/// "H100" of "8 x H100" and "8xH100".
std::string_view withoutCount(std::string_view said)
{
    std::size_t at = 0;
    while (at < said.size() && isDigit(said[at]))
        ++at;
    if (at == 0)
        return said;
    while (at < said.size() && said[at] == ' ')
        ++at;
    const bool times = at + 1 < said.size() && lowered(said[at]) == 'x' && lowered(said[at + 1]) != 'l';
    return times ? said.substr(at + 1) : said;
}

std::string plainOf(const Words& words)
{
    std::string plain;
    for (const std::string& word : words)
        plain += plainName(word);
    return plain;
}

std::string written(std::span<const Written> known, const std::string& plain)
{
    const auto found = std::ranges::find(known, plain, &Written::first);
    return found == known.end() ? std::string() : std::string(found->second);
}

/// \p words with a number as a word of its own where it follows a word: "llama4" is "llama" and "4"; "70b"
/// and "h100" stay.
Words numbersApart(const Words& words)
{
    constexpr std::size_t kWord = 3; // letters: "gpt3", "dgx2"
    Words apart;
    for (const std::string& word : words) {
        const auto digit = std::ranges::find_if(word, isDigit);
        const auto letters = static_cast<std::size_t>(digit - word.begin());
        const bool isNumber =
            std::ranges::all_of(digit, word.end(), [](char c) { return isDigit(c) || c == '.'; });
        if (letters < kWord || digit == word.end() || !isNumber) {
            apart.push_back(word);
            continue;
        }
        apart.push_back(word.substr(0, letters));
        apart.push_back(word.substr(letters));
    }
    return apart;
}

/// Those of \p names that have most of the words of \p said; none has all of them.
Words sharingMost(const Words& names, const Words& said)
{
    std::size_t most = 1;
    Words sharing;
    for (const std::string& name : names) {
        const Words all = numbersApart(wordsOf(name, {}));
        const auto shared =
            static_cast<std::size_t>(std::ranges::count_if(said, [&](const std::string& word) {
                return word.size() > 1 && std::ranges::find(all, word) != all.end();
            }));
        if (shared > most)
            sharing.clear();
        most = std::max(most, shared);
        if (shared == most)
            sharing.push_back(name);
    }
    return sharing;
}

NamesMeant meant(const Words& names, const Words& said, std::span<const Written> known)
{
    const std::string plain = plainOf(said);
    if (plain.empty())
        return {};
    for (const std::string& name : names) {
        if (plainName(name) == plain)
            return {{name}, true, {}};
    }
    if (const std::string name = written(known, plain); std::ranges::binary_search(names, name))
        return {{name}, true, {}};
    const Words wanted = numbersApart(said);
    Words having;
    std::ranges::copy_if(names, std::back_inserter(having), [&](const std::string& name) {
        const Words all = numbersApart(wordsOf(name, {}));
        return std::ranges::all_of(
            wanted, [&](const std::string& word) { return std::ranges::find(all, word) != all.end(); });
    });
    if (having.empty())
        return {{}, false, sharingMost(names, wanted)};
    return {std::move(having), false, {}};
}

} // namespace

NamesMeant modelsMeant(const std::vector<std::string>& models, std::string_view said)
{
    return meant(models, wordsOf(said, kOfHubs), kModels);
}

NamesMeant machinesMeant(const std::vector<std::string>& machines, std::string_view said)
{
    return meant(machines, wordsOf(withoutCount(said), kMakers), kMachines);
}

std::optional<std::int64_t> devicesSaid(std::string_view machine)
{
    const std::string_view rest = withoutCount(machine);
    const std::string_view head = machine.substr(0, machine.size() - rest.size());
    const std::string_view number = head.substr(0, head.find_first_not_of("0123456789"));
    const std::optional<std::int64_t> devices = parseWhole(std::string(number));
    return devices && *devices > 0 && !files::exists(std::filesystem::path(machine)) ? devices : std::nullopt;
}

std::string machineWritten(std::string_view said)
{
    return written(kMachines, plainOf(wordsOf(withoutCount(said), kMakers)));
}

} // namespace shardscope::core
