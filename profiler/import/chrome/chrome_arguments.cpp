// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of Chrome events, parsed again from the place in the text where they stand, when asked for.
#include "profiler/import/arguments/text_places.h"
#include "profiler/import/chrome/chrome_event.h"
#include "profiler/import/chrome/chrome_json.h"

#include <algorithm>
#include <array>
#include <vector>

namespace shardscope::profiler {

namespace {

/// The bytes of \p raw that are UTF-8, others as U+FFFD; quotes and escapes stay as they are.
std::string validText(std::string_view raw)
{
    std::string text;
    std::size_t begin = 0;
    while (begin < raw.size()) {
        const std::size_t escape = std::min(raw.find('\\', begin), raw.size());
        json::appendText(raw.substr(begin, escape - begin), text);
        text += raw.substr(escape, 2);
        begin = escape + 2;
    }
    return text;
}

class ChromeArguments final : public FileArguments {
public:
    ChromeArguments(std::shared_ptr<const RandomText> text, std::shared_ptr<const KeptNumbers> numbers)
        : m_text(std::move(text))
        , m_numbers(std::move(numbers))
    {
    }

    std::string at(std::uint64_t place) const override
    {
        // Most events are shorter than this: one small read, and no memory taken for it.
        constexpr std::size_t kFirstLook = std::size_t{1} << 10;
        constexpr std::size_t kLargest = std::size_t{256} << 20;
        std::array<char, kFirstLook + json::kPadding> little;
        std::vector<char> large;
        for (std::size_t size = kFirstLook; size <= kLargest; size *= 8) {
            char* text = little.data();
            if (size > kFirstLook) {
                large.assign(size + json::kPadding, '\0');
                text = large.data();
            }
            const std::size_t got = m_text->read(place, text, size);
            std::fill_n(text + got, json::kPadding, '\0');
            ChromeEvent event;
            if (got == 0 || *text != '{')
                return {};
            const json::Skipped read = readChromeEvent(text, text + got, event);
            if (read.outcome == json::Outcome::Ok)
                return validText(event.arguments);
            if (read.outcome == json::Outcome::Broken || got < size)
                return {};
        }
        return {};
    }

    void visit(std::span<const std::uint64_t> places, const core::ArgumentVisitor& visitor,
               const std::stop_token& stop) const override
    {
        visitPlaces(*m_text, places, readChromeArguments, *this, visitor, stop);
    }

    std::shared_ptr<const KeptNumbers> numbers() const override { return m_numbers; }

private:
    std::shared_ptr<const RandomText> m_text;
    std::shared_ptr<const KeptNumbers> m_numbers;
};

} // namespace

std::shared_ptr<const FileArguments> makeChromeArguments(std::shared_ptr<const RandomText> text,
                                                         std::shared_ptr<const KeptNumbers> numbers)
{
    return std::make_shared<ChromeArguments>(std::move(text), std::move(numbers));
}

} // namespace shardscope::profiler
