// SPDX-License-Identifier: GPL-3.0-or-later
// The beginning of a JSON file by its grammar: which members its root has, as far as it is there. A word
// within a string or deeper down says nothing of what a file is.
#pragma once

#include "profiler/import/text/json_walk.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::profiler::json {

/// The members of an object of which the end may be missing, with what there is of their values: the last
/// one's may be cut short, or no JSON from some byte on.
using HeadMembers = std::vector<std::pair<std::string_view, std::string_view>>;
[[nodiscard]] HeadMembers headMembers(std::string_view object);
/// The text of the member \p key of \p object, as far as it is there; none if it has no such member.
[[nodiscard]] std::optional<std::string_view> headMember(std::string_view object, std::string_view key);
/// The text of the first element of \p array, as far as it is there; empty if it has none.
[[nodiscard]] std::string_view headElement(std::string_view array);

class Head {
public:
    explicit Head(std::string_view firstBytes);

    [[nodiscard]] bool isObject() const { return root().starts_with('{'); }
    /// The text from the root's first byte to the end of what is there.
    [[nodiscard]] std::string_view root() const { return m_document.root(); }
    [[nodiscard]] const HeadMembers& members() const { return m_members; } ///< of the root
    [[nodiscard]] bool has(std::string_view key) const;
    /// The text of the first member's value, as far as it is there; empty if the root has none.
    [[nodiscard]] std::string_view firstValue() const
    {
        return m_members.empty() ? std::string_view() : m_members.front().second;
    }
    /// What follows the root, where that is whole.
    [[nodiscard]] std::string_view next() const;

private:
    Document m_document;
    HeadMembers m_members;
};

} // namespace shardscope::profiler::json
