// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/run/run_arguments.h"

#include "profiler/import/arguments/kept_numbers.h"

#include <mutex>

namespace shardscope::profiler {

namespace {

class RunArguments final : public core::ArgumentSource, public NumberSource {
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

    void visitNumbers(std::span<const std::uint64_t> args, std::uint8_t wanted, const NumberVisitor& visitor,
                      std::vector<std::uint32_t>& unread, const std::stop_token& stop) const override
    {
        std::mutex mutex;
        const NumberVisitor known = [&](std::size_t index, const ArgNumbers& numbers) {
            if ((numbers.unread & wanted) == 0)
                return visitor(index, numbers);
            const std::lock_guard lock(mutex);
            unread.push_back(static_cast<std::uint32_t>(index));
        };
        std::vector<std::shared_ptr<const KeptNumbers>> kept;
        for (std::size_t file = 0; file < m_files.size(); ++file)
            kept.push_back(numbersOf(file));
        if (kept.size() == 1 && kept.front()) // all places are its own
            return kept.front()->visit(args, {}, known, stop);
        std::vector<std::vector<std::uint64_t>> places(m_files.size());
        std::vector<std::vector<std::uint32_t>> indices(m_files.size());
        for (std::size_t index = 0; index < args.size(); ++index) {
            const std::uint32_t file = sourceOfPlace(args[index]);
            if (args[index] == core::kNoArgs || file >= m_files.size()) {
                visitor(index, {});
            } else if (!kept[file]) {
                unread.push_back(static_cast<std::uint32_t>(index));
            } else {
                places[file].push_back(args[index]);
                indices[file].push_back(static_cast<std::uint32_t>(index));
            }
        }
        for (std::size_t file = 0; file < m_files.size(); ++file) {
            if (kept[file])
                kept[file]->visit(places[file], indices[file], known, stop);
        }
    }
    std::shared_ptr<const KeptNumbers> numbersOf(std::size_t file) const override
    {
        return file < m_files.size() && m_files[file] ? m_files[file]->numbers() : nullptr;
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
