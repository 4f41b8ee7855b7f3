// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/columns.h"

#include <utility>

namespace shardscope::core {

Column textColumn(std::string key, std::string title, std::string help)
{
    return {std::move(key), std::move(title), CellKind::Text, {}, std::move(help)};
}
Column wordColumn(Words words, std::string key, std::string title, std::string help)
{
    return {std::move(key), std::move(title), CellKind::Text, {}, std::move(help), words};
}
Column integerColumn(std::string key, std::string title, std::string help)
{
    return {std::move(key), std::move(title), CellKind::Integer, {}, std::move(help)};
}
Column realColumn(std::string key, std::string title, std::string help)
{
    return {std::move(key), std::move(title), CellKind::Real, {}, std::move(help)};
}
Column nanosColumn(std::string key, std::string title, std::string help)
{
    return {std::move(key) + "_ns", std::move(title), CellKind::Nanoseconds, {}, std::move(help)};
}
Column fractionColumn(std::string key, std::string title, std::string help)
{
    return {std::move(key), std::move(title), CellKind::Fraction, {}, std::move(help)};
}
Column flagColumn(std::string key, std::string title, std::string help)
{
    return {std::move(key), std::move(title), CellKind::Flag, {}, std::move(help)};
}
Column quantityColumn(std::string key, std::string title, Dimension dimension, std::string help)
{
    return {std::move(key), std::move(title), CellKind::Quantity, dimension, std::move(help)};
}
Column bytesColumn(std::string key, std::string title, std::string help)
{
    return quantityColumn(std::move(key), std::move(title), kByte, std::move(help));
}
Column secondsColumn(std::string key, std::string title, std::string help)
{
    return quantityColumn(std::move(key), std::move(title), kSecond, std::move(help));
}

} // namespace shardscope::core
