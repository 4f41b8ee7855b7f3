// SPDX-License-Identifier: GPL-3.0-or-later
// Names of unverified figures (core::Evaluation::unverified) in the reader's language.
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace shardscope::core {
struct HardwareSpec;
}

namespace shardscope::app {

/// "bandwidth of streaming memory", "pod link", "calibration pretraining beyond its runs: hidden 1600 (2048
/// to 4096)" …, and places in a model's or a cluster's file: "/tables", "/roles/nn_worker/network".
[[nodiscard]] QString unverifiedText(const std::string& figure);
/// The place \p pointer in the file of \p hardware: "/memory/1/bandwidth", "/links/0".
[[nodiscard]] QString unverifiedPlace(const core::HardwareSpec& hardware, const std::string& pointer);
/// Lists all of the figures, with commas.
[[nodiscard]] QString unverifiedTexts(const std::vector<std::string>& figures);

} // namespace shardscope::app
