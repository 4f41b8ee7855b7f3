// SPDX-License-Identifier: GPL-3.0-or-later
// What a row of a host's thread is by its category: an operator, or a function or module of Python.
#pragma once

#include <cstdint>
#include <string_view>

namespace shardscope::core {

enum class HostRow : std::uint8_t { Other, Operation, Python };

[[nodiscard]] constexpr HostRow hostRow(std::string_view category)
{
    if (category == "cpu_op" || category == "Operator")
        return HostRow::Operation;
    if (category == "python_function" || category == "Python")
        return HostRow::Python;
    return HostRow::Other;
}

/// Before a module's name in a row of Python, as torch.profiler writes it.
inline constexpr std::string_view kModuleRow = "nn.Module: ";

/// "train.py(42): forward": a function with the line at which it begins.
[[nodiscard]] constexpr bool namesPythonLine(std::string_view name)
{
    const std::size_t at = name.find(".py(");
    if (at == std::string_view::npos)
        return false;
    const std::size_t digits = at + 4;
    const std::size_t end = name.find_first_not_of("0123456789", digits);
    return end != std::string_view::npos && end > digits && name.substr(end).starts_with("): ");
}

/// Whether such a line is the framework's own, or an installed package's, and not the program's.
[[nodiscard]] constexpr bool isLibraryLine(std::string_view name)
{
    return name.starts_with("torch/") || name.find("site-packages/") != std::string_view::npos ||
           name.find("dist-packages/") != std::string_view::npos || name.starts_with("<frozen ") ||
           name.starts_with("threading.py(") || name.starts_with("contextlib.py(");
}

} // namespace shardscope::core
