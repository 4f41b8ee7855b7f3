// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/formula_reader.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace shardscope::tests {
namespace {

/// Recursive descent over the text; m_failed sticks.
class Reader {
public:
    Reader(std::string_view text, const Lookup& lookup)
        : m_rest(text)
        , m_lookup(lookup)
    {
    }

    std::optional<double> all()
    {
        const double value = sum();
        return m_failed || !m_rest.empty() ? std::nullopt : std::optional<double>(value);
    }

private:
    bool take(std::string_view token)
    {
        if (m_rest.substr(0, token.size()) != token)
            return false;
        m_rest.remove_prefix(token.size());
        return true;
    }

    double sum()
    {
        double value = product();
        while (!m_failed) {
            if (take(" + "))
                value = value + product();
            else if (take(" − "))
                value = value - product();
            else
                break;
        }
        return value;
    }

    double product()
    {
        double value = atom();
        while (!m_failed) {
            if (take(" · "))
                value = value * atom();
            else if (take(" / "))
                value = value / atom();
            else
                break;
        }
        return value;
    }

    double call(bool biggest)
    {
        const double a = sum();
        m_failed |= !take(", ");
        const double b = sum();
        m_failed |= !take(")");
        return biggest ? (a < b ? b : a) : (b < a ? b : a);
    }

    double atom()
    {
        if (take("max("))
            return call(true);
        if (take("min("))
            return call(false);
        if (take("ceil(")) {
            const double value = sum();
            m_failed |= !take(")");
            return std::ceil(value);
        }
        if (take("(")) {
            const double value = sum();
            m_failed |= !take(")");
            return value;
        }
        double number = 0;
        const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), number);
        if (error == std::errc{}) {
            m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
            skipUnit();
            return number;
        }
        return label();
    }

    /// " B", " FLOP/s": a space, then letters that are not an operator.
    void skipUnit()
    {
        if (m_rest.size() < 2 || m_rest[0] != ' ')
            return;
        const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
        if (!letter(m_rest[1]))
            return;
        std::size_t length = 1;
        while (length < m_rest.size() &&
               (letter(m_rest[length]) || (m_rest[length] == '/' && m_rest[length - 1] != ' ')))
            ++length;
        m_rest.remove_prefix(length);
    }

    double label()
    {
        const std::size_t end =
            std::min({m_rest.find(" + "), m_rest.find(" − "), m_rest.find(" · "), m_rest.find(" / "),
                      m_rest.find(", "), m_rest.find(')'), m_rest.size()});
        const std::string_view word = m_rest.substr(0, end);
        const std::optional<double> value = m_lookup ? m_lookup(word) : std::nullopt;
        m_failed |= !value || word.empty();
        m_rest.remove_prefix(end);
        return value.value_or(0);
    }

    std::string_view m_rest;
    const Lookup& m_lookup;
    bool m_failed = false;
};

} // namespace

std::optional<double> evaluateFormula(std::string_view text, const Lookup& lookup)
{
    return Reader(text, lookup).all();
}

} // namespace shardscope::tests
