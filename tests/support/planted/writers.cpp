// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/planted/writers.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <tuple>

namespace shardscope::tests::planted {

std::span<const Format> formats()
{
    static constexpr std::array kAll{
        Format{.name = "chrome", .write = writeChrome},
        Format{.name = "nsys", .write = writeNsys, .types = false, .collectiveBytes = false},
        Format{.name = "xplane",
               .write = writeXplane,
               .shapes = false,
               .types = false,
               .collectiveBytes = false,
               .copyBytes = false,
               .annotations = false},
        Format{.name = "perfetto",
               .write = writePerfetto,
               .shapes = false,
               .types = false,
               .collectiveBytes = false,
               .copyBytes = false},
        Format{.name = "rocpd",
               .write = writeRocpd,
               .shapes = false,
               .types = false,
               .collectiveBytes = false,
               .copyKinds = false},
        Format{.name = "rocprof_csv",
               .write = writeRocprofCsv,
               .shapes = false,
               .types = false,
               .collectiveBytes = false,
               .copyBytes = false,
               .copyKinds = false},
        Format{.name = "ascend", .write = writeAscend, .copyBytes = false, .copyKinds = false},
    };
    return kAll;
}

Recording carried(Recording recording, const Format& format)
{
    if (!format.annotations)
        std::erase_if(recording.rows, [](const Row& row) { return row.kind == RowKind::Annotation; });
    for (Row& row : recording.rows) {
        if (!format.shapes)
            row.shapes.clear();
        if (!format.types)
            row.types.clear();
        if ((row.kind == RowKind::Collective && !format.collectiveBytes) ||
            (row.kind == RowKind::Copy && !format.copyBytes))
            row.bytes = 0;
        if (row.kind == RowKind::Copy && !format.copyKinds)
            row.name = "Memcpy DtoD (Device -> Device)";
    }
    return recording;
}

std::vector<const Row*> ordered(const Recording& recording, int rank)
{
    std::vector<const Row*> rows;
    for (const Row& row : recording.rows) {
        if (rank < 0 || row.rank == rank)
            rows.push_back(&row);
    }
    std::ranges::stable_sort(rows, {},
                             [](const Row* row) { return std::tuple(row->ts, -row->dur, row->kind); });
    return rows;
}

bool onDevice(RowKind kind)
{
    return kind == RowKind::Kernel || kind == RowKind::Collective || kind == RowKind::Copy;
}

std::string rocmCopyName(const Row& row)
{
    const auto has = [&](const char* word) { return row.name.find(word) != std::string::npos; };
    return has("HtoD")   ? "MEMORY_COPY_HOST_TO_DEVICE"
           : has("DtoH") ? "MEMORY_COPY_DEVICE_TO_HOST"
           : has("HtoH") ? "MEMORY_COPY_HOST_TO_HOST"
                         : "MEMORY_COPY_DEVICE_TO_DEVICE";
}

std::string rocmRangeName(const Row& row, std::int64_t number)
{
    return row.kind == RowKind::Operator ? row.name + ", op_id = " + std::to_string(number) : row.name;
}

std::filesystem::path folderOf(const Recording& recording, const std::filesystem::path& folder, int rank)
{
    if (recording.ranks == 1)
        return folder;
    const std::filesystem::path own = folder / ("rank_" + std::to_string(rank));
    std::filesystem::create_directories(own);
    return own;
}

void writeBytes(const std::filesystem::path& file, const std::string& bytes)
{
    std::ofstream out(file, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!out.flush())
        throw std::runtime_error("cannot write " + file.string());
}

} // namespace shardscope::tests::planted
