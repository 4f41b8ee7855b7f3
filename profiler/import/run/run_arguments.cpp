// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/run/run_arguments.h"

namespace shardscope::profiler {

namespace {

class RunArguments final : public core::ArgumentSource {
public:
    explicit RunArguments(std::vector<std::shared_ptr<const FileArguments>> files)
        : m_files(std::move(files))
    {
    }
    std::string arguments(std::uint64_t place) const override
    {
        const std::uint32_t file = sourceOfPlace(place);
        return place != core::kNoArgs && file < m_files.size() && m_files[file]
                   ? m_files[file]->at(offsetOfPlace(place))
                   : std::string{};
    }
    void visit(std::span<const std::uint64_t> args, const core::ArgumentVisitor& visitor,
               const std::stop_token& stop) const override
    {
        if (m_files.size() == 1 && m_files.front()) {
            std::vector<std::uint64_t> offsets;
            offsets.reserve(args.size());
            for (const std::uint64_t place : args) {
                if (place == core::kNoArgs || sourceOfPlace(place) != 0)
                    break;
                offsets.push_back(offsetOfPlace(place));
            }
            if (offsets.size() == args.size())
                return m_files.front()->visit(offsets, visitor, stop);
        }
        std::vector<std::vector<std::uint64_t>> places(m_files.size());
        std::vector<std::vector<std::size_t>> indices(m_files.size());
        for (std::size_t index = 0; index < args.size(); ++index) {
            const std::uint32_t file = sourceOfPlace(args[index]);
            if (args[index] == core::kNoArgs || file >= m_files.size() || !m_files[file]) {
                const std::string nothing(core::kArgumentPadding, '\0');
                visitor(index, std::string_view(nothing).substr(0, 0));
                continue;
            }
            places[file].push_back(offsetOfPlace(args[index]));
            indices[file].push_back(index);
        }
        for (std::size_t file = 0; file < m_files.size(); ++file) {
            if (!places[file].empty())
                m_files[file]->visit(
                    places[file],
                    [&](std::size_t at, std::string_view json) { visitor(indices[file][at], json); }, stop);
        }
    }

private:
    std::vector<std::shared_ptr<const FileArguments>> m_files;
};

} // namespace

std::shared_ptr<const core::ArgumentSource>
makeRunArguments(std::vector<std::shared_ptr<const FileArguments>> files)
{
    return std::make_shared<RunArguments>(std::move(files));
}

} // namespace shardscope::profiler
