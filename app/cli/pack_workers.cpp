// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pack_workers.h"

#include "app/cli/mpi_group.h"
#include "app/cli/part_reader.h"

#include <utility>

namespace shardscope::app {
namespace {

class MpiWorkers final : public profiler::PackWorkers {
public:
    explicit MpiWorkers(std::unique_ptr<MpiGroup> group)
        : m_group(std::move(group))
        , m_reader(m_group->number())
    {
    }

    int number() const override { return m_group->number(); }
    int count() const override { return m_group->count(); }
    std::vector<std::string> gather(std::string bytes) override { return m_group->gather(std::move(bytes)); }
    std::string broadcast(std::string bytes) override { return m_group->broadcast(std::move(bytes)); }

    /// mpirun ends all processes where one of its own is killed, so that none of those reads files itself.
    profiler::FilePart read(const std::string& file, const core::Task& task) override
    {
        return m_reader.read(file, task);
    }

private:
    std::unique_ptr<MpiGroup> m_group;
    PartReader m_reader;
};

} // namespace

core::Result<std::unique_ptr<profiler::PackWorkers>> makePackWorkers()
{
    if (launchedTogether() <= 1)
        return std::unique_ptr<profiler::PackWorkers>(std::make_unique<profiler::SoloWorker>());
    SHARDSCOPE_TRY(std::unique_ptr<MpiGroup> group, MpiGroup::join());
    return std::unique_ptr<profiler::PackWorkers>(std::make_unique<MpiWorkers>(std::move(group)));
}

} // namespace shardscope::app
