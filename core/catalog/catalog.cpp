// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"

#include "core/base/ascii.h"
#include "core/base/refusals.h"
#include "core/catalog/model_file.h"
#include "core/catalog/said_name.h"
#include "core/hardware/hardware_file.h"
#include "core/hardware/power_cap.h"
#include "core/io/files.h"
#include "core/io/text_file.h"
#include "core/model/onnx/onnx_graph.h"
#include "core/storage/named_item.h"
#include "core/units/text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace shardscope::core {
namespace {

std::vector<std::string> namesIn(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const std::filesystem::path& entry : files::entries(folder)) { // no folder: an empty catalogue
        if (entry.extension() == ".json")
            names.push_back(entry.stem().string());
    }
    std::ranges::sort(names);
    return names;
}

/// "Qwen3-8B" of "Qwen/Qwen3-8B", as hubs call models; else the same.
std::string withoutOwner(const std::string& name)
{
    const std::filesystem::path path(name);
    const std::filesystem::path owner = path.parent_path();
    const bool hub =
        !owner.empty() && owner == owner.filename() && !name.starts_with('.') && !files::exists(owner);
    return hub ? path.filename().string() : name;
}

/// Whether \p path is written as files are: with an ending of letters, not as in "Llama-3.1-8B".
bool namesFile(const std::filesystem::path& path)
{
    const std::string ending = path.extension().string();
    return ending.size() > 1 && std::all_of(ending.begin() + 1, ending.end(),
                                            [](char c) { return isLetterOrDigit(c) && !isDigit(c); });
}

/// Which of \p names people may mean by a text.
using Meant = NamesMeant (*)(const std::vector<std::string>& names, std::string_view said);

/// The file that \p nameOrPath means: a catalogue name first, so that a folder called gpt2 does not hide the
/// model; then a file; then the only name that it is a part of, or that it writes in another way.
Result<std::filesystem::path> fileFor(const std::filesystem::path& folder, const std::string& nameOrPath,
                                      const char* what, Meant meant)
{
    const std::vector<std::string> names = namesIn(folder);
    const auto fileOf = [&](const std::string& name) { return folder / (name + ".json"); };
    if (std::ranges::binary_search(names, nameOrPath))
        return fileOf(nameOrPath);
    const std::filesystem::path path(nameOrPath);
    if (files::exists(path))
        return path;
    const std::string said = withoutOwner(nameOrPath);
    const std::string name = lowered(said);
    if (std::ranges::binary_search(names, name))
        return fileOf(name);
    const bool isName = !std::filesystem::path(said).has_parent_path() && !namesFile(path) && !said.empty() &&
                        isLetterOrDigit(said.front()) && isLetterOrDigit(said.back());
    const NamesMeant close = isName ? meant(names, said) : NamesMeant();
    if (close.written)
        return fileOf(close.names.front());
    if (path.has_parent_path())
        return path; // whatever is wrong with it, reading says
    std::vector<std::string> having;
    std::ranges::copy_if(names, std::back_inserter(having), [&](const std::string& one) {
        return !name.empty() && one.find(name) != std::string::npos;
    });
    if (having.empty())
        having = close.names;
    if (having.size() == 1)
        return fileOf(having.front());
    if (having.size() > 1)
        return Error{ErrorCode::UnknownName, {nameOrPath, {}, phrase(what), joined(having, ", ")}};
    if (namesFile(path))
        return path;
    Error unknown = unknownName(nameOrPath, names, what);
    if (unknown.args.at(1).empty() && !close.near.empty())
        unknown.args = {nameOrPath, {}, phrase(what), {}, joined(close.near, ", ")};
    return unknown;
}

/// The machine and the watts of "dgx-h100@500W"; none: there is no cap behind the name.
std::optional<std::pair<std::string, Watts>> heldTo(const std::string& nameOrPath)
{
    const std::size_t at = nameOrPath.rfind('@');
    if (at == std::string::npos || at == 0 || files::exists(nameOrPath))
        return std::nullopt;
    const auto watts = parseQuantity<kWatt>(nameOrPath.substr(at + 1));
    if (!watts.ok() || !(watts->value() >= 1))
        return std::nullopt;
    return std::pair(nameOrPath.substr(0, at), *watts);
}

} // namespace

std::vector<std::string> Catalog::modelNames() const { return namesIn(m_resources / "models"); }
std::vector<std::string> Catalog::hardwareNames() const { return namesIn(m_resources / "hardware"); }

Result<ModelSpec> Catalog::model(const std::string& nameOrPath) const
{
    if (const auto address = itemAddress(nameOrPath)) {
        SHARDSCOPE_TRY(const NamedItem item, readNamedItem(*address, std::array{ItemKind::Model}));
        return parseModel(item.text, nameOrPath);
    }
    SHARDSCOPE_TRY(const std::filesystem::path file,
                   fileFor(m_resources / "models", nameOrPath, W_("model"), modelsMeant));
    // Networks in ONNX come with their weights.
    const auto head = files::isPlain(file) ? readTextHead(file, 16) : Result<std::string>(std::string());
    const bool weights = head.ok() && looksLikeOnnx(*head);
    SHARDSCOPE_TRY(const std::string text,
                   readTextFile(file, weights ? kOnnxLimitBytes : kSpecificationLimitBytes));
    return parseModel(text, file.string());
}

Result<HardwareSpec> Catalog::hardware(const std::string& nameOrPath) const
{
    if (const auto held = heldTo(nameOrPath)) {
        SHARDSCOPE_TRY(HardwareSpec hardware, this->hardware(held->first));
        capPower(hardware, held->second);
        return hardware;
    }
    if (const auto address = itemAddress(nameOrPath)) {
        SHARDSCOPE_TRY(const NamedItem item,
                       readNamedItem(*address, std::array{ItemKind::Machine, ItemKind::Calibration}));
        return machine(item.text, nameOrPath);
    }
    SHARDSCOPE_TRY(const std::filesystem::path file,
                   fileFor(m_resources / "hardware", nameOrPath, W_("hardware"), machinesMeant));
    SHARDSCOPE_TRY(const std::string text, readTextFile(file));
    if (file.parent_path() != m_resources / "hardware")
        return machine(text, file.string());
    return parseHardware(text, file.string(), devices());
}

Result<HardwareSpec> Catalog::machine(const std::string& text, const std::string& file) const
{
    SHARDSCOPE_TRY(HardwareSpec hardware, parseHardware(text, file, devices()));
    markOwnCalibrations(hardware);
    return hardware;
}

DeviceFiles Catalog::devices() const
{
    const std::filesystem::path folder = m_resources / "devices";
    return [folder](const std::string& name) -> Result<Value> {
        const std::vector<std::string> names = namesIn(folder);
        if (!std::ranges::binary_search(names, name))
            return unknownName(name, names, W_("device"));
        const std::filesystem::path file = folder / (name + ".json");
        SHARDSCOPE_TRY(const std::string text, readTextFile(file));
        return parseJsonText(text, file.string());
    };
}

void Catalog::markOwnCalibrations(HardwareSpec& hardware) const
{
    if (hardware.calibrations.empty())
        return;
    const auto shipped = std::ranges::binary_search(hardwareNames(), hardware.name)
                             ? this->hardware(hardware.name)
                             : Result<HardwareSpec>(HardwareSpec());
    for (Calibration& one : hardware.calibrations)
        one.askedAlone =
            !shipped.ok() || std::ranges::find(shipped->calibrations, one) == shipped->calibrations.end();
}

} // namespace shardscope::core
