// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/report/slide_plan.h"

#include "app/session/plan/entered_costs.h"
#include "core/catalog/model_file.h"
#include "core/hardware/hardware_file.h"
#include "core/units/plain_number.h"
#include "planner/layout.h"

#include <utility>

namespace shardscope::app {
namespace {

/// A slide is shown as it was kept, whatever is wrong with its plan: the figure says so.
core::Result<core::Done> whatever(const core::Plan& /*plan*/, const core::ModelSpec& /*model*/)
{
    return core::Done{};
}

std::string saidAt(const core::Value* of, const char* key)
{
    const core::Value* value = of != nullptr ? of->find(key) : nullptr;
    return value != nullptr ? value->text : std::string();
}

} // namespace

core::Result<SlidePlan> slidePlan(const core::Catalog& catalog, const core::Value& subject,
                                  const std::string& slide)
{
    SlidePlan read;
    if (const core::Value* said = subject.find("model")) {
        const std::string text = saidAt(said, "text");
        SHARDSCOPE_TRY(core::ModelSpec model,
                       text.empty() ? catalog.model(said->text) : core::parseModel(text, slide));
        read.model = std::make_shared<const core::ModelSpec>(std::move(model));
    }
    if (const core::Value* said = subject.find("hardware")) {
        const std::string text = saidAt(said, "text");
        SHARDSCOPE_TRY(core::HardwareSpec hardware,
                       text.empty() ? catalog.hardware(said->text)
                                    : core::parseHardware(text, slide, catalog.devices()));
        const core::Value* entered = subject.find("entered");
        const auto number = [&](const char* key) {
            return core::parseNumber(saidAt(entered, key)).value_or(0);
        };
        if (entered != nullptr)
            hardware = withEnteredCosts(std::move(hardware), number("price"), number("power"));
        read.hardware = std::make_shared<const core::HardwareSpec>(std::move(hardware));
    }
    if (const core::Value* plan = subject.find("plan")) {
        SHARDSCOPE_TRY(read.plan, planner::parsePlan(*plan, slide, {},
                                                     read.model ? *read.model : core::ModelSpec{}, whatever));
    }
    return read;
}

} // namespace shardscope::app
