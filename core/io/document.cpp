// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/document.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/io/toml.h"

namespace shardscope::core {

Result<Value> parseDocument(const std::string& text, const std::filesystem::path& file)
{
    const std::string ending = file.extension().string();
    if (ending == ".toml")
        return parseTomlText(text, file.string());
    if (ending != ".yaml" && ending != ".yml")
        return parseJsonText(text, file.string());
    SHARDSCOPE_TRY(std::vector<Value> documents, parseYamlText(text, file.string()));
    if (documents.size() != 1)
        return inconsistent(W_("one document is wanted, %1 are there"), {std::to_string(documents.size())})
            .in(file.string());
    return std::move(documents.front());
}

} // namespace shardscope::core
