// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/nsight/nsys_arguments.h"

#include "profiler/import/text/json_writer.h"

#include <algorithm>
#include <charconv>
#include <mutex>

namespace shardscope::profiler::nsys {

namespace {

/// The value of digits that are known to fit.
std::int64_t numberOf(std::string_view digits)
{
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

/// The shapes that PyTorch put into a range's name (", sizes = [[64, 128], []]"), where Kineto has them.
void writeSizes(JsonWriter& json, std::string_view text)
{
    constexpr std::string_view kSizes = ", sizes = [";
    constexpr std::size_t kMostDigits = 18;
    const std::size_t at = text.find(kSizes);
    if (at == std::string_view::npos)
        return;
    text.remove_prefix(at + kSizes.size());
    json.key("Input Dims").beginArray();
    for (int depth = 1; depth > 0;) {
        if (text.empty()) { // cut short: what is open ends here
            json.endArray();
            --depth;
            continue;
        }
        const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
        if (digits > 0 && digits <= kMostDigits)
            json.integer(numberOf(text.substr(0, digits)));
        else if (text.front() == '[')
            json.beginArray(), ++depth;
        else if (text.front() == ']')
            json.endArray(), --depth;
        text.remove_prefix(std::max<std::size_t>(digits, 1));
    }
}

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
            if (key == "text" && !rows->isInteger(column))
                writeSizes(json, rows->text(column));
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
