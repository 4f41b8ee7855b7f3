// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome_event.h"
#include "profiler/import/chrome_json.h"

#include <algorithm>
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
    explicit ChromeArguments(std::shared_ptr<const RandomText> text)
        : m_text(std::move(text))
    {
    }

    std::string at(std::uint64_t place) const override
    {
        constexpr std::size_t kFirstLook = std::size_t{8} << 10;
        constexpr std::size_t kLargest = std::size_t{256} << 20;
        for (std::size_t size = kFirstLook; size <= kLargest; size *= 8) {
            std::vector<char> buffer(size + json::kPadding, '\0');
            const std::size_t got = m_text->read(place, buffer.data(), size);
            const char* const end = buffer.data() + got;
            ChromeEvent event;
            if (got == 0 || buffer.front() != '{')
                return {};
            const json::Skipped read = readChromeEvent(buffer.data(), end, event);
            if (read.outcome == json::Outcome::Ok)
                return validText(event.arguments);
            if (read.outcome == json::Outcome::Broken || got < size)
                return {};
        }
        return {};
    }

private:
    std::shared_ptr<const RandomText> m_text;
};

} // namespace

std::shared_ptr<const FileArguments> makeChromeArguments(std::shared_ptr<const RandomText> text)
{
    return std::make_shared<ChromeArguments>(std::move(text));
}

} // namespace shardscope::profiler
