// SPDX-License-Identifier: GPL-3.0-or-later
// A SQLite file that is written from nothing, in one transaction; and texts that rows name by number.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

struct sqlite3;

namespace shardscope::tests::planted {

/// The value as SQL writes it: "NULL", "7", "'text'".
[[nodiscard]] std::string value(std::int64_t number);
[[nodiscard]] std::string value(std::string_view text);
inline const std::string kNull = "NULL";

class PlainDatabase {
public:
    explicit PlainDatabase(const std::filesystem::path& file);
    ~PlainDatabase();
    PlainDatabase(const PlainDatabase&) = delete;
    PlainDatabase& operator=(const PlainDatabase&) = delete;

    void table(const std::string& name, const std::string& columns); ///< "start INT, name TEXT"
    void row(const std::string& table, std::initializer_list<std::string> values);

private:
    void run(const std::string& statement);
    sqlite3* m_database = nullptr;
};

/// Numbers from 1, by first use.
class TextNumbers {
public:
    [[nodiscard]] std::int64_t of(const std::string& text)
    {
        return m_numbers.try_emplace(text, static_cast<std::int64_t>(m_numbers.size()) + 1).first->second;
    }
    [[nodiscard]] const std::map<std::string, std::int64_t>& all() const { return m_numbers; }

private:
    std::map<std::string, std::int64_t> m_numbers;
};

} // namespace shardscope::tests::planted
