// SPDX-License-Identifier: GPL-3.0-or-later
// Large values whose copies, moves and ends are compiled in one place: a compiler writes them anew in each
// source that copies such a value, or anything that holds one, and a quarter of what it wrote for the window
// were these.

#pragma once

/// Inside `struct Type`: says that they exist.
#define SHARDSCOPE_COPIED_ONCE(Type)                                                                         \
    Type() = default;                                                                                        \
    Type(const Type&);                                                                                       \
    Type(Type&&) noexcept;                                                                                   \
    Type& operator=(const Type&);                                                                            \
    Type& operator=(Type&&) noexcept;                                                                        \
    ~Type()

/// In the source that belongs to it: writes them.
#define SHARDSCOPE_COPIES_OF(Type)                                                                           \
    Type::Type(const Type&) = default;                                                                       \
    Type::Type(Type&&) noexcept = default;                                                                   \
    Type& Type::operator=(const Type&) = default;                                                            \
    Type& Type::operator=(Type&&) noexcept = default;                                                        \
    Type::~Type() = default
