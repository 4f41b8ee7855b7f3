// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/machine/machine_difference.h"

#include "app/session/machine/machine_figures.h"
#include "app/session/tables/json_rows.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace shardscope::app {
namespace {

struct Difference {
    std::string key;
    std::optional<MachineFigure> a;
    std::optional<MachineFigure> b;
    /// How many times as much; none where one has none of it.
    [[nodiscard]] std::optional<double> ratio() const
    {
        if (!a || !b || !a->value || !b->value || *a->value == 0 || key == "fabric")
            return {};
        return *b->value / *a->value;
    }
};

MachineFigure countOf(const char* key, std::size_t count)
{
    return {key, static_cast<double>(count), core::kNumber, true, {}, false};
}

/// The machine's figures, and how much of it was measured.
std::vector<MachineFigure> allOf(const core::HardwareSpec& hardware)
{
    std::vector<MachineFigure> all = machineFigures(hardware);
    all.push_back(countOf("efficiency", hardware.efficiency.size()));
    all.push_back(countOf("collectives", hardware.collectives.size()));
    all.push_back(countOf("calibrations", hardware.calibrations.size()));
    return all;
}

std::vector<Difference> differences(const core::HardwareSpec& a, const core::HardwareSpec& b)
{
    std::vector<Difference> all;
    for (MachineFigure& figure : allOf(a))
        all.push_back({figure.key, figure, {}});
    for (MachineFigure& figure : allOf(b)) {
        const auto there = std::ranges::find(all, figure.key, &Difference::key);
        if (there != all.end())
            there->b = std::move(figure);
        else
            all.push_back({figure.key, {}, figure});
    }
    std::erase_if(all, [](const Difference& one) { return one.a && one.b && one.a->value == one.b->value; });
    return all;
}

constexpr KeyedText kCounts[]{{"efficiency", N_("Curves of what programs reach")},
                              {"collectives", N_("Measured collectives")},
                              {"calibrations", N_("Calibrations")}};

std::string labelOf(const std::string& key)
{
    const char* count = textOf(kCounts, key);
    return (*count != '\0' ? Words::tr(count) : machineFigureLabel(key)).toStdString();
}

core::Cell textOfFigure(const std::optional<MachineFigure>& figure)
{
    return figure ? core::Cell(machineFigureText(*figure).toStdString()) : core::Cell();
}

} // namespace

core::Table machineDifference(const core::HardwareSpec& a, const core::HardwareSpec& b)
{
    core::Table table{"difference", N_("Where the machines differ"), {}, {}, {}};
    table.columns = {core::textColumn("figure", N_("Figure")), core::textColumn("key", N_("Key")),
                     core::textColumn("a", a.title.empty() ? a.name : a.title),
                     core::textColumn("b", b.title.empty() ? b.name : b.title),
                     core::realColumn("ratio", N_("Times"), N_("how many times as much the second has"))};
    for (const Difference& one : differences(a, b)) {
        const auto ratio = one.ratio();
        table.rows.push_back({labelOf(one.key), one.key, textOfFigure(one.a), textOfFigure(one.b),
                              ratio ? core::Cell(*ratio) : core::Cell()});
    }
    return table;
}

std::string machineDifferenceJson(const core::HardwareSpec& a, const core::HardwareSpec& b)
{
    using Json = nlohmann::ordered_json;
    Json rows = Json::array();
    const auto value = [](const std::optional<MachineFigure>& figure) {
        if (figure && figure->value && figure->key == "fabric")
            return Json(figure->text());
        return figure && figure->value ? Json(*figure->value) : Json();
    };
    for (const Difference& one : differences(a, b)) {
        const auto ratio = one.ratio();
        rows.push_back({{"figure", one.key},
                        {"a", value(one.a)},
                        {"b", value(one.b)},
                        {"ratio", ratio ? Json(*ratio) : Json()}});
    }
    return documentText(Json{{"a", a.name}, {"b", b.name}, {"differences", rows}});
}

} // namespace shardscope::app
