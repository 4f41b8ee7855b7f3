// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+C asks the work to stop; a second one ends the program. Progress on standard error where that is a
// terminal.
#pragma once

#include "core/base/task.h"

#include <memory>

namespace shardscope::app {

/// While it lives, SIGINT and SIGTERM request a stop. One at a time in a program.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// A task that stops at Ctrl+C and shows its progress on a terminal.
    [[nodiscard]] core::Task task() const;
    /// Wipes the progress line, if one is shown.
    void wipe() const;
    /// The answer's first part is about to be printed: from here the work may take its time to end, so that
    /// nobody gets a part of an answer that looks whole. A second signal still ends the program.
    void beginAnswer() const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace shardscope::app
