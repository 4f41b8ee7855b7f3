// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of ours outside QObjects, which have a tr() of their own, and such by their keys.
#pragma once

#include <QCoreApplication>

#include <algorithm>
#include <span>
#include <string_view>

namespace shardscope::app {

/// Words::tr("…"): the text in the reader's language. Its context is that of the texts that are marked where
/// they stand (core/base/text_mark.h).
struct Words {
    Q_DECLARE_TR_FUNCTIONS(Source)
};

/// A text of ours, marked where it stands, by its key in plans, runs and documents.
struct KeyedText {
    std::string_view key;
    const char* text;
};
/// Empty where \p texts has no such key.
[[nodiscard]] inline const char* textOf(std::span<const KeyedText> texts, std::string_view key)
{
    const auto found = std::ranges::find(texts, key, &KeyedText::key);
    return found == texts.end() ? "" : found->text;
}

} // namespace shardscope::app
