// SPDX-License-Identifier: GPL-3.0-or-later
// Another tool's configuration, read by the paths of its keys; what nobody asks for is ignored, and listed.
#pragma once

#include "app/session/exchange/programs/imported_keys.h"
#include "core/io/value.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::app {

/// Reads the document's known keys once and remembers what nobody asked for.
class DocumentKeys {
public:
    explicit DocumentKeys(const core::Value& document)
        : m_document(document)
    {
    }

    /// The value at "a/b"; null where absent.
    const core::Value* at(const std::string& path)
    {
        m_known.push_back(path);
        const core::Value* value = &m_document;
        for (std::size_t begin = 0; value != nullptr && begin <= path.size();) {
            const std::size_t end = std::min(path.find('/', begin), path.size());
            value = value->find(path.substr(begin, end - begin));
            begin = end + 1;
        }
        return value != nullptr && value->text != "auto" && value->kind != core::Value::Kind::Null ? value
                                                                                                   : nullptr;
    }
    std::int64_t whole(const std::string& path)
    {
        const core::Value* value = at(path);
        return value != nullptr && value->isNumber() ? static_cast<std::int64_t>(value->real) : 0;
    }
    bool flag(const std::string& path)
    {
        const core::Value* value = at(path);
        return value != nullptr && value->flag;
    }
    std::string text(const std::string& path)
    {
        const core::Value* value = at(path);
        return value == nullptr ? std::string() : value->text;
    }

    [[nodiscard]] std::vector<IgnoredKey> ignored() const
    {
        std::vector<IgnoredKey> found;
        for (const DocumentLeaf& leaf : leavesOf(m_document, "/")) {
            if (std::ranges::find(m_known, leaf.key) == m_known.end())
                found.push_back({leaf.key, core::jsonText(*leaf.value, -1)});
        }
        return found;
    }

private:
    const core::Value& m_document;
    std::vector<std::string> m_known;
};

} // namespace shardscope::app
