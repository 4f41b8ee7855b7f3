// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of ours outside QObjects, which have a tr() of their own, and such by their keys.
#pragma once

#include "core/base/enum_names.h"

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

/// The text for \p value: of \p texts, one for each of an enum's values, those of ours marked with N_.
template <core::NamedEnum Enum, std::size_t kTexts>
[[nodiscard]] constexpr const char* wordFor(Enum value, const char* const (&texts)[kTexts])
{
    static_assert(kTexts == core::kEnumNames<Enum>.size(), "one text for each value");
    return texts[static_cast<std::size_t>(value)];
}

} // namespace shardscope::app
