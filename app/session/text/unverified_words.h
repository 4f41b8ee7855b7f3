// SPDX-License-Identifier: GPL-3.0-or-later
// Names of unverified figures (core::Evaluation::unverified) in the reader's language.
#pragma once

#include <QStringList>

#include <string>
#include <vector>

namespace shardscope::app {

/// "bandwidth of streaming memory", "pod link", "calibration pretraining beyond its runs: hidden 1600 (2048
/// to 4096)" …; places in a model's or machine's file stay what they are.
[[nodiscard]] QString unverifiedText(const std::string& figure);
/// All of them, with commas.
[[nodiscard]] QString unverifiedTexts(const std::vector<std::string>& figures);

} // namespace shardscope::app
