// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/nsight/nsys_arguments.h"

#include "profiler/import/text/json_writer.h"

#include <mutex>

namespace shardscope::profiler::nsys {

namespace {

/// Shows the whole row of an event, texts looked up.
class NsysArguments final : public FileArguments {
public:
    NsysArguments(std::shared_ptr<ReadOnlyDatabase> database, std::vector<std::string> statements,
                  std::unordered_map<std::int64_t, std::string> strings)
        : m_database(std::move(database))
        , m_statements(std::move(statements))
        , m_strings(std::move(strings))
    {
    }

    [[nodiscard]] std::string at(std::uint64_t place) const override
    {
        const std::size_t statement = place >> kRowBits;
        if (statement >= m_statements.size())
            return {};
        const std::lock_guard lock(m_mutex);
        auto rows = m_database->select(m_statements[statement]);
        if (!rows)
            return {};
        rows->bind(static_cast<std::int64_t>(place & kRowMask));
        const auto found = rows->next();
        if (!found || !*found)
            return {};
        JsonWriter json;
        json.beginObject();
        for (int column = 0; column < rows->columns(); ++column) {
            if (rows->isNull(column))
                continue;
            const std::string_view key = rows->columnName(column);
            json.key(key);
            const bool refers = key.ends_with("Name") || key.ends_with("nameId") || key.ends_with("textId");
            const auto text =
                refers && rows->isInteger(column) ? m_strings.find(rows->integer(column)) : m_strings.end();
            if (text != m_strings.end())
                json.text(text->second);
            else if (rows->isInteger(column))
                json.integer(rows->integer(column));
            else if (rows->isReal(column))
                json.real(rows->real(column));
            else
                json.text(rows->text(column));
        }
        json.endObject();
        return json.take();
    }

private:
    std::shared_ptr<ReadOnlyDatabase> m_database;
    std::vector<std::string> m_statements;
    std::unordered_map<std::int64_t, std::string> m_strings;
    mutable std::mutex m_mutex;
};

} // namespace

std::shared_ptr<const FileArguments> makeArguments(std::shared_ptr<ReadOnlyDatabase> database,
                                                   std::vector<std::string> statements,
                                                   std::unordered_map<std::int64_t, std::string> strings)
{
    return std::make_shared<NsysArguments>(std::move(database), std::move(statements), std::move(strings));
}

} // namespace shardscope::profiler::nsys
