// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pack_workers.h"

#include "shardscope_config.h"

#ifdef SHARDSCOPE_HAVE_MPI
#include <mpi.h>
#endif

#include <algorithm>
#include <cstdlib>

namespace shardscope::app {

#ifdef SHARDSCOPE_HAVE_MPI
namespace {

/// MPI counts in int: long messages go in pieces.
constexpr std::size_t kPiece = std::size_t{1} << 30;

class MpiWorkers final : public profiler::PackWorkers {
public:
    MpiWorkers()
    {
        MPI_Init(nullptr, nullptr);
        MPI_Comm_rank(MPI_COMM_WORLD, &m_number);
        MPI_Comm_size(MPI_COMM_WORLD, &m_count);
    }
    ~MpiWorkers() override { MPI_Finalize(); }
    MpiWorkers(const MpiWorkers&) = delete;
    MpiWorkers& operator=(const MpiWorkers&) = delete;

    int number() const override { return m_number; }
    int count() const override { return m_count; }

    std::vector<std::string> gather(std::string bytes) override
    {
        std::vector<std::string> all;
        if (m_number != 0) {
            send(bytes);
            return all;
        }
        all.push_back(std::move(bytes));
        for (int worker = 1; worker < m_count; ++worker)
            all.push_back(receive(worker));
        return all;
    }

    std::string broadcast(std::string bytes) override
    {
        unsigned long long size = bytes.size();
        MPI_Bcast(&size, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
        bytes.resize(size);
        for (std::size_t at = 0; at < size; at += kPiece)
            MPI_Bcast(bytes.data() + at, static_cast<int>(std::min<std::size_t>(kPiece, size - at)), MPI_BYTE,
                      0, MPI_COMM_WORLD);
        return bytes;
    }

private:
    static void send(const std::string& bytes)
    {
        const unsigned long long size = bytes.size();
        MPI_Send(&size, 1, MPI_UNSIGNED_LONG_LONG, 0, 0, MPI_COMM_WORLD);
        for (std::size_t at = 0; at < size; at += kPiece)
            MPI_Send(bytes.data() + at, static_cast<int>(std::min<std::size_t>(kPiece, size - at)), MPI_BYTE,
                     0, 0, MPI_COMM_WORLD);
    }
    static std::string receive(int worker)
    {
        unsigned long long size = 0;
        MPI_Recv(&size, 1, MPI_UNSIGNED_LONG_LONG, worker, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        std::string bytes(size, '\0');
        for (std::size_t at = 0; at < size; at += kPiece)
            MPI_Recv(bytes.data() + at, static_cast<int>(std::min<std::size_t>(kPiece, size - at)), MPI_BYTE,
                     worker, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return bytes;
    }

    int m_number = 0;
    int m_count = 1;
};

/// Whether a launcher of Open MPI, MPICH or Slurm's PMIx started this process.
bool launched()
{
    for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) {
        if (std::getenv(name) != nullptr)
            return true;
    }
    return false;
}

} // namespace
#endif

std::unique_ptr<profiler::PackWorkers> makePackWorkers()
{
#ifdef SHARDSCOPE_HAVE_MPI
    if (launched())
        return std::make_unique<MpiWorkers>();
#endif
    return std::make_unique<profiler::SoloWorker>();
}

} // namespace shardscope::app
