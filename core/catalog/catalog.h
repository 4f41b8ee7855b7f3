// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped models and hardware: files in resources/, found by name.
#pragma once

#include "core/base/result.h"
#include "core/hardware/device_file.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"

#include <filesystem>
#include <string>
#include <vector>

namespace shardscope::core {

/// A folder of resources: models/NAME.json, hardware/NAME.json (systems, or machines that say all) and
/// devices/NAME.json, which systems are made of. Cheap; reads a file only when asked for it.
class Catalog {
public:
    explicit Catalog(std::filesystem::path resources)
        : m_resources(std::move(resources))
    {
    }

    [[nodiscard]] const std::filesystem::path& resources() const { return m_resources; }
    [[nodiscard]] std::vector<std::string> modelNames() const;    ///< sorted
    [[nodiscard]] std::vector<std::string> hardwareNames() const; ///< sorted
    /// \p nameOrPath: a catalogue name, a file, or an item of a project (FILE.shardscope#NAME). UnknownName
    /// names the nearest.
    [[nodiscard]] Result<ModelSpec> model(const std::string& nameOrPath) const;
    /// A file outside the catalogue borrows the calibrations of the catalogue's machine of the same name;
    /// borrowed ones are used only when asked for by name (Calibration::askedAlone).
    [[nodiscard]] Result<HardwareSpec> hardware(const std::string& nameOrPath) const;
    /// The files of devices that systems are made of, by name.
    [[nodiscard]] DeviceFiles devices() const;

private:
    /// A description that is none of the catalogue's.
    [[nodiscard]] Result<HardwareSpec> machine(const std::string& text, const std::string& file) const;
    void markOwnCalibrations(HardwareSpec& hardware) const;

    std::filesystem::path m_resources;
};

} // namespace shardscope::core
