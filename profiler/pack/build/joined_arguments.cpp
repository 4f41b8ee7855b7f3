// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/pack/build/joined_arguments.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace shardscope::profiler {

namespace {

class JoinedArguments final : public core::ArgumentSource {
public:
    explicit JoinedArguments(std::vector<ArgumentPart> parts)
        : m_parts(std::move(parts))
    {
    }

    std::string arguments(std::uint64_t place) const override
    {
        const std::optional<std::size_t> part = partOf(place);
        return part ? m_parts[*part].arguments->arguments(placeIn(*part, place)) : std::string();
    }

    void visit(std::span<const std::uint64_t> args, const core::ArgumentVisitor& visitor,
               const std::stop_token& stop) const override
    {
        struct Wanted {
            std::vector<std::uint64_t> places; ///< as the part has them
            std::vector<std::size_t> indices;
        };
        std::vector<Wanted> wanted(m_parts.size());
        const std::string nothing(core::kArgumentPadding, '\0');
        for (std::size_t index = 0; index < args.size(); ++index) {
            if (const std::optional<std::size_t> part = partOf(args[index])) {
                wanted[*part].places.push_back(placeIn(*part, args[index]));
                wanted[*part].indices.push_back(index);
            } else {
                visitor(index, std::string_view(nothing).substr(0, 0));
            }
        }
        for (std::size_t part = 0; part < m_parts.size() && !stop.stop_requested(); ++part) {
            const std::vector<std::size_t>& indices = wanted[part].indices;
            if (!indices.empty())
                m_parts[part].arguments->visit(
                    wanted[part].places,
                    [&](std::size_t at, std::string_view json) { visitor(indices[at], json); }, stop);
        }
    }

private:
    /// The part that \p place is of, where it has arguments.
    [[nodiscard]] std::optional<std::size_t> partOf(std::uint64_t place) const
    {
        const auto source = static_cast<std::uint32_t>(place >> 48);
        const auto after = std::ranges::upper_bound(m_parts, source, {}, &ArgumentPart::firstSource);
        if (place == core::kNoArgs || after == m_parts.begin() || !(after - 1)->arguments)
            return std::nullopt;
        return static_cast<std::size_t>(after - 1 - m_parts.begin());
    }
    [[nodiscard]] std::uint64_t placeIn(std::size_t part, std::uint64_t place) const
    {
        return place - (std::uint64_t{m_parts[part].firstSource} << 48);
    }

    std::vector<ArgumentPart> m_parts;
};

} // namespace

std::shared_ptr<const core::ArgumentSource> joinArguments(std::vector<ArgumentPart> parts)
{
    return std::make_shared<JoinedArguments>(std::move(parts));
}

} // namespace shardscope::profiler
