// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mpi_group.h"

#include "app/mpi/mpi_plugin.h"
#include "core/base/phrase.h"
#include "core/io/files.h"
#include "core/units/plain_number.h"
#include "shardscope_config.h"

#include <QCoreApplication>

#include <cstdlib>
#include <optional>
#include <utility>

#include <dlfcn.h>

namespace shardscope::app {
namespace {

constexpr const char* kPlugin = "shardscope_mpi.so";

/// What the environment's \p name says; none where it is not there.
std::optional<std::int64_t> countIn(const char* name)
{
    const char* const text = std::getenv(name);
    return text != nullptr ? std::optional(core::parseWhole(text).value_or(1)) : std::nullopt;
}

core::Error without(const std::string& why)
{
    return {core::ErrorCode::NotSupported, {core::phrase(W_("work by several processes")), why}};
}

/// Loads it from where it was installed, or from beside a program that was built and not installed.
core::Result<const ShardscopeMpi*> loadMpi()
{
    const core::files::Path program = QCoreApplication::applicationDirPath().toStdString();
    for (const core::files::Path& folder : {program / config::kInstalledPlugins, program}) {
        const core::files::Path file = (folder / kPlugin).lexically_normal();
        if (!core::files::isPlain(file))
            continue;
        void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL); // MPI's own plug-ins look there
        if (library == nullptr)
            return without(::dlerror());
        using Entry = const ShardscopeMpi* (*)();
        const auto entry = reinterpret_cast<Entry>(::dlsym(library, kShardscopeMpiEntry));
        const ShardscopeMpi* const mpi = entry != nullptr ? entry() : nullptr;
        if (mpi == nullptr || mpi->version != kShardscopeMpiVersion)
            return without(core::phrase(W_("%1 belongs to another version"), {file.string()}));
        return mpi;
    }
    return without(core::phrase(
        W_("the part that knows Open MPI, %1, is not installed; without mpirun one process does all"),
        {kPlugin}));
}

} // namespace

std::int64_t launchedTogether()
{
    for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
        if (const auto count = countIn(name))
            return *count;
    }
    return std::getenv("PMIX_RANK") != nullptr ? countIn("SLURM_NTASKS").value_or(1) : 1;
}

core::Result<std::unique_ptr<MpiGroup>> MpiGroup::join()
{
    SHARDSCOPE_TRY(const ShardscopeMpi* const mpi, loadMpi());
    return std::unique_ptr<MpiGroup>(new MpiGroup(*mpi));
}

MpiGroup::MpiGroup(const ShardscopeMpi& mpi)
    : m_mpi(mpi)
    , m_number(mpi.number())
    , m_count(mpi.count())
{
}

MpiGroup::~MpiGroup() { m_mpi.finish(); }

std::vector<std::string> MpiGroup::gather(std::string bytes) const
{
    std::vector<std::string> all;
    if (m_number != 0) {
        m_mpi.send(bytes.data(), bytes.size(), 0);
        return all;
    }
    all.push_back(std::move(bytes));
    for (int process = 1; process < m_count; ++process) {
        all.emplace_back(m_mpi.expect(process), '\0');
        m_mpi.receive(all.back().data(), all.back().size(), process);
    }
    return all;
}

std::string MpiGroup::broadcast(std::string bytes) const
{
    std::uint64_t size = bytes.size();
    m_mpi.broadcast(reinterpret_cast<char*>(&size), sizeof size);
    bytes.resize(size);
    m_mpi.broadcast(bytes.data(), bytes.size());
    return bytes;
}

} // namespace shardscope::app
