// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"

#include "core/base/ascii.h"
#include "core/base/refusals.h"
#include "core/catalog/model_file.h"
#include "core/hardware/hardware_file.h"
#include "core/io/files.h"
#include "core/io/text_file.h"
#include "core/model/onnx/onnx_graph.h"
#include "core/storage/named_item.h"

#include <algorithm>
#include <array>
#include <iterator>

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

/// The file that \p nameOrPath means: a catalogue name first, so that a folder called gpt2 does not hide the
/// model; then a file; then the only name that it is a part of.
Result<std::filesystem::path> fileFor(const std::filesystem::path& folder, const std::string& nameOrPath,
                                      const char* what)
{
    const std::vector<std::string> names = namesIn(folder);
    const auto fileOf = [&](const std::string& name) { return folder / (name + ".json"); };
    if (std::ranges::binary_search(names, nameOrPath))
        return fileOf(nameOrPath);
    const std::filesystem::path path(nameOrPath);
    if (files::exists(path))
        return path;
    const std::string name = lowered(withoutOwner(nameOrPath));
    if (std::ranges::binary_search(names, name))
        return fileOf(name);
    if (path.has_parent_path())
        return path; // whatever is wrong with it, reading says
    std::vector<std::string> having;
    std::ranges::copy_if(names, std::back_inserter(having), [&](const std::string& one) {
        return !name.empty() && one.find(name) != std::string::npos;
    });
    if (having.size() == 1)
        return fileOf(having.front());
    if (having.size() > 1)
        return Error{ErrorCode::UnknownName, {nameOrPath, {}, phrase(what), joined(having, ", ")}};
    if (path.has_extension())
        return path;
    return unknownName(nameOrPath, names, what);
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
                   fileFor(m_resources / "models", nameOrPath, W_("model")));
    // Networks in ONNX come with their weights.
    const auto head = files::isPlain(file) ? readTextHead(file, 16) : Result<std::string>(std::string());
    const bool weights = head.ok() && looksLikeOnnx(*head);
    SHARDSCOPE_TRY(const std::string text,
                   readTextFile(file, weights ? kOnnxLimitBytes : kSpecificationLimitBytes));
    return parseModel(text, file.string());
}

Result<HardwareSpec> Catalog::hardware(const std::string& nameOrPath) const
{
    if (const auto address = itemAddress(nameOrPath)) {
        SHARDSCOPE_TRY(const NamedItem item,
                       readNamedItem(*address, std::array{ItemKind::Machine, ItemKind::Calibration}));
        return machine(item.text, nameOrPath);
    }
    SHARDSCOPE_TRY(const std::filesystem::path file,
                   fileFor(m_resources / "hardware", nameOrPath, W_("hardware")));
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
