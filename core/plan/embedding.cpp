// SPDX-License-Identifier: GPL-3.0-or-later
// Names of shardings and kernels, and the cutting of a table into shards.
#include "core/plan/embedding.h"

#include "core/base/check.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"

#include <charconv>
#include <utility>

namespace shardscope::core {

namespace {

std::vector<std::int64_t> columnBlocks(std::int64_t columns, std::int64_t width)
{
    if (columns <= width)
        return {columns};
    std::vector<std::int64_t> blocks(static_cast<std::size_t>(columns / width), width);
    if (columns % width != 0)
        blocks.push_back(columns % width);
    return blocks;
}

void appendRowBlocks(std::vector<TableShard>& shards, std::int64_t rows, std::int64_t columns,
                     std::int64_t parts)
{
    const std::int64_t block = (rows + parts - 1) / parts;
    std::int64_t left = rows;
    for (std::int64_t part = 0; part < parts; ++part) {
        const std::int64_t taken = left < block ? left : block;
        shards.push_back({taken, columns});
        left -= taken;
    }
}

} // namespace

bool isCached(LookupKernel kernel)
{
    return kernel == LookupKernel::FusedUvmCaching || kernel == LookupKernel::QuantUvmCaching ||
           kernel == LookupKernel::KeyValue;
}

Tier tierOf(LookupKernel kernel)
{
    switch (kernel) {
    case LookupKernel::Dense:
    case LookupKernel::Fused:
    case LookupKernel::Quant: return Tier::Device;
    case LookupKernel::FusedUvm:
    case LookupKernel::FusedUvmCaching:
    case LookupKernel::QuantUvm:
    case LookupKernel::QuantUvmCaching: return Tier::Host;
    case LookupKernel::KeyValue: return Tier::Nvme;
    }
    return Tier::Device;
}

std::vector<TableShard> shardTable(TableSharding sharding, std::int64_t rows, std::int64_t columns,
                                   std::int64_t world, std::int64_t localWorld, std::int64_t columnWidth)
{
    SHARDSCOPE_CHECK(rows > 0 && columns > 0 && world > 0 && localWorld > 0 && columnWidth > 0);
    std::vector<TableShard> shards;
    switch (sharding) {
    case TableSharding::DataParallel:
        shards.assign(static_cast<std::size_t>(world), TableShard{rows, columns});
        break;
    case TableSharding::TableWise: shards.push_back({rows, columns}); break;
    case TableSharding::ColumnWise:
    case TableSharding::TableColumnWise:
        for (const std::int64_t width : columnBlocks(columns, columnWidth))
            shards.push_back({rows, width});
        break;
    case TableSharding::RowWise: appendRowBlocks(shards, rows, columns, world); break;
    case TableSharding::TableRowWise: appendRowBlocks(shards, rows, columns, localWorld); break;
    case TableSharding::Grid:
        for (const std::int64_t width : columnBlocks(columns, columnWidth))
            appendRowBlocks(shards, rows, width, localWorld);
        break;
    }
    return shards;
}

namespace {

std::vector<std::string> wordsIn(std::string_view text)
{
    std::vector<std::string> words;
    std::string word;
    for (const char c : text) {
        if (c != ' ') {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    if (!word.empty())
        words.push_back(std::move(word));
    return words;
}

Result<std::int64_t> deviceFrom(const std::string& word)
{
    std::int64_t device = 0;
    const char* end = word.c_str() + word.size();
    const auto read = std::from_chars(word.c_str(), end, device);
    constexpr std::int64_t kLastDevice = 999'999'999;
    if (read.ec == std::errc::result_out_of_range ||
        (read.ec == std::errc{} && read.ptr == end && (device < 0 || device > kLastDevice)))
        return outOfRange(word, "0", kLastDevice);
    if (read.ec != std::errc{} || read.ptr != end)
        return Error{ErrorCode::WrongType, {phrase(W_("the number of a device")), word}};
    return device;
}

} // namespace

std::string textOf(const TableConstraint& constraint)
{
    std::string text;
    const auto add = [&](std::string_view word) { text.append(text.empty() ? "" : " ").append(word); };
    for (const TableSharding sharding : constraint.shardings)
        add(nameOf(sharding));
    for (const LookupKernel kernel : constraint.kernels)
        add(nameOf(kernel));
    if (constraint.device)
        add("device " + std::to_string(*constraint.device));
    return text;
}

Result<TableConstraint> tableConstraintFromText(std::string_view text)
{
    const std::vector<std::string> words = wordsIn(text);
    if (words.empty())
        return Error{ErrorCode::MissingKey, {phrase(W_("a sharding, a kernel or a device"))}};
    TableConstraint constraint;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (const auto sharding = fromName<TableSharding>(word)) {
            constraint.shardings.push_back(*sharding);
        } else if (const auto kernel = fromName<LookupKernel>(word)) {
            constraint.kernels.push_back(*kernel);
        } else if (word == "device") {
            SHARDSCOPE_TRY(constraint.device, deviceFrom(i + 1 < words.size() ? words[++i] : std::string()));
        } else {
            std::vector<std::string> known = namesOf<TableSharding>();
            for (const std::string& name : namesOf<LookupKernel>())
                known.push_back(name);
            known.emplace_back("device");
            return unknownValue(word, known);
        }
    }
    return constraint;
}

} // namespace shardscope::core
