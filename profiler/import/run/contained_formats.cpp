// SPDX-License-Identifier: GPL-3.0-or-later
// Formats within a container that others share: which of them it is, is told by what the container holds,
// once that is open. Its first bytes would tell only sometimes.
#include "core/base/joined.h"
#include "core/base/phrase.h"
#include "profiler/import/bytes/archive_source.h"
#include "profiler/import/foreign/foreign_formats.h"
#include "profiler/import/formats.h"
#include "profiler/import/memory/pickle.h"
#include "profiler/import/nsight/read_only_database.h"

#include <algorithm>
#include <array>

namespace shardscope::profiler {

namespace {

constexpr std::array kDatabases{&kRocpdFormat, &kAscendFormat, &kNsysSqliteFormat};
constexpr std::array kPickles{&kFlightRecorderPickle, &kMemorySnapshotFormat};

template <class Formats>
core::Error noneOf(const Formats& formats, std::string what)
{
    std::vector<std::string> names;
    for (const auto* const format : formats)
        names.emplace_back(format->name);
    return {core::ErrorCode::FormatUnknown, {std::move(what), core::joined(names, ", ")}};
}

bool isDatabase(std::string_view firstBytes) { return firstBytes.starts_with(kSqliteMagic); }

core::Result<core::Done> readOpened(const std::shared_ptr<ReadOnlyDatabase>& database, ImportTarget& target,
                                    const core::Task& task)
{
    SHARDSCOPE_TRY(std::vector<std::string> tables, database->tables());
    for (const DatabaseFormat* const format : kDatabases) {
        if (format->holds(tables))
            return format->read(database, target, task);
    }
    if (auto foreign = foreignDatabase(tables))
        return *std::move(foreign);
    if (tables.empty())
        return noneOf(kDatabases, core::phrase(W_("an SQLite database without tables")));
    constexpr std::size_t kTold = 4;
    tables.resize(std::min(tables.size(), kTold));
    return noneOf(kDatabases, core::phrase(W_("an SQLite database of another program (tables: %1 …)"),
                                           {core::joined(tables, ", ")}));
}

core::Result<core::Done> readDatabase(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::shared_ptr<ReadOnlyDatabase> database,
                   openReadOnly(source, target.file.file, task));
    database->stopWith(&task);
    auto done = readOpened(database, target, task);
    database->stopWith(nullptr);
    return done;
}

/// PROTO with protocols 2 to 5. The older ones have no mark: they begin with the opcodes of a dict or list.
bool isPickle(std::string_view firstBytes)
{
    if (firstBytes.size() > 2 && firstBytes[0] == '\x80')
        return firstBytes[1] >= 2 && firstBytes[1] <= 5;
    return firstBytes.starts_with("(dp") || firstBytes.starts_with("(lp") || firstBytes.starts_with("}q") ||
           firstBytes.starts_with("]q");
}

core::Result<core::Done> readPickle(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    std::uint64_t taken = 0;
    const auto input = [&](char* into, std::size_t room) -> core::Result<std::size_t> {
        SHARDSCOPE_TRY(const std::size_t got, source.read(into, room));
        taken += got;
        if (unfoldsTooFar(taken, std::max(source.fileBytes(), source.fileBytesRead())))
            return unfoldingError(taken);
        if (source.fileBytes() > 0)
            task.report("read", static_cast<double>(source.fileBytesRead()) /
                                    static_cast<double>(source.fileBytes()) / 2);
        return got;
    };
    SHARDSCOPE_TRY(Pickle pickle, Pickle::read(input, task));
    for (const PickleFormat* const format : kPickles) {
        if (format->holds(pickle))
            return format->read(std::move(pickle), target, task);
    }
    return noneOf(kPickles, core::phrase(W_("a pickle with neither \"segments\" nor \"entries\"")));
}

} // namespace

const SerialImporter
    kDatabaseFormat("Nsight Systems SQLite export, rocprofv3 database (rocpd), Ascend profiler database",
                    isDatabase, readDatabase);
const SerialImporter kPickleFormat("PyTorch memory snapshot, PyTorch flight recorder", isPickle, readPickle);

} // namespace shardscope::profiler
