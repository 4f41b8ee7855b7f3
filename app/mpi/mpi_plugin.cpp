// SPDX-License-Identifier: GPL-3.0-or-later
// The one source that knows MPI.
#include "app/mpi/mpi_plugin.h"

#include <mpi.h>

#include <algorithm>

namespace {

/// MPI counts in int: long messages go in pieces.
constexpr std::size_t kPiece = std::size_t{1} << 30;

int lengthAt(std::size_t at, std::size_t size) { return static_cast<int>(std::min(kPiece, size - at)); }

int number()
{
    int own = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    return own;
}

int count()
{
    int all = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    return all;
}

void sendTo(const char* bytes, std::size_t size, int to)
{
    const unsigned long long length = size;
    MPI_Send(&length, 1, MPI_UNSIGNED_LONG_LONG, to, 0, MPI_COMM_WORLD);
    for (std::size_t at = 0; at < size; at += kPiece)
        MPI_Send(bytes + at, lengthAt(at, size), MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

std::size_t expect(int from)
{
    unsigned long long length = 0;
    MPI_Recv(&length, 1, MPI_UNSIGNED_LONG_LONG, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return length;
}

void receive(char* bytes, std::size_t size, int from)
{
    for (std::size_t at = 0; at < size; at += kPiece)
        MPI_Recv(bytes + at, lengthAt(at, size), MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void broadcast(char* bytes, std::size_t size)
{
    for (std::size_t at = 0; at < size; at += kPiece)
        MPI_Bcast(bytes + at, lengthAt(at, size), MPI_BYTE, 0, MPI_COMM_WORLD);
}

void finish() { MPI_Finalize(); }

} // namespace

extern "C" __attribute__((visibility("default"))) const ShardscopeMpi* shardscopeMpi()
{
    static const ShardscopeMpi functions{
        kShardscopeMpiVersion, number, count, sendTo, expect, receive, broadcast, finish};
    MPI_Init(nullptr, nullptr);
    return &functions;
}
