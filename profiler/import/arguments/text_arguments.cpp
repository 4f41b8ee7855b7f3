// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/arguments/text_arguments.h"

#include "profiler/import/arguments/text_places.h"
#include "profiler/import/text/json_text.h"

#include <algorithm>

namespace shardscope::profiler {

namespace {

std::optional<std::string_view> objectWithin(const char* at, const char* end)
{
    const json::Skipped object = json::skipValue(at, end);
    if (*at != '{' || object.outcome != json::Outcome::Ok)
        return std::nullopt;
    return std::string_view(at, static_cast<std::size_t>(object.end - at));
}

class ObjectArguments final : public FileArguments {
public:
    explicit ObjectArguments(std::shared_ptr<const RandomText> text)
        : m_text(std::move(text))
    {
    }

    [[nodiscard]] std::string at(std::uint64_t place) const override
    {
        constexpr std::size_t kMost = std::size_t{16} << 20;
        for (std::size_t size = std::size_t{4} << 10; size <= kMost; size *= 16) {
            std::string bytes(size + json::kPadding, '\0');
            const std::size_t got = m_text->read(place, bytes.data(), size);
            std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(got), bytes.end(), '\0');
            const json::Skipped object = json::skipValue(bytes.data(), bytes.data() + got);
            if (object.outcome == json::Outcome::Ok && bytes.front() == '{')
                return std::string(static_cast<const char*>(bytes.data()), object.end);
            if (object.outcome == json::Outcome::Broken || got < size)
                break;
        }
        return {};
    }

    void visit(std::span<const std::uint64_t> places, const core::ArgumentVisitor& visitor,
               const std::stop_token& stop) const override
    {
        visitPlaces(*m_text, places, objectWithin, *this, visitor, stop);
    }

private:
    std::shared_ptr<const RandomText> m_text;
};

} // namespace

std::shared_ptr<const FileArguments> makeObjectArguments(std::shared_ptr<const RandomText> text)
{
    return std::make_shared<ObjectArguments>(std::move(text));
}

} // namespace shardscope::profiler
