// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/recording_facts.h"

#include "core/base/joined.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "core/hardware/device_model.h"
#include "core/timeline/timeline.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <stop_token>
#include <string_view>

namespace shardscope::app {
namespace {

using Shape = std::vector<std::int64_t>;

/// Calls of one kind that are looked at: they repeat from layer to layer.
constexpr std::size_t kMostCalls = 512;

std::string textOf(const Shape& shape) { return core::joined(shape, " × "); }

/// Shapes of the first tensors of calls whose operation \p wanted takes.
template <class Wanted>
std::set<Shape> shapesOf(const core::Run& run, Wanted wanted)
{
    std::set<Shape> shapes;
    if (run.arguments == nullptr)
        return shapes;
    const core::Timeline& timeline = *run.timeline;
    std::vector<std::uint64_t> calls;
    std::optional<core::NameId> yes; // names repeat: the last that was taken, and the last that was not
    std::optional<core::NameId> no;
    for (std::size_t row = 0; row < timeline.name().size() && calls.size() < kMostCalls; ++row) {
        const core::NameId name = timeline.name()[row];
        if (name == no || timeline.args()[row] == core::kNoArgs)
            continue;
        if (name != yes && !wanted(timeline.names().text(name))) {
            no = name;
            continue;
        }
        yes = name;
        calls.push_back(timeline.args()[row]);
    }
    run.arguments->visit(
        calls,
        [&](std::size_t, std::string_view json) {
            const auto told = nlohmann::json::parse(json, nullptr, false);
            const auto dims = told.is_object() ? told.find("Input Dims") : told.end();
            if (!told.is_object() || dims == told.end() || !dims->is_array() || dims->empty() ||
                !dims->front().is_array())
                return;
            Shape shape;
            for (const auto& extent : dims->front()) {
                if (!extent.is_number_integer())
                    return;
                shape.push_back(extent.template get<std::int64_t>());
            }
            shapes.insert(std::move(shape));
        },
        std::stop_token());
    return shapes;
}

/// Whether a word of \p hardware's device, name or title names \p model.
bool namesDevice(const core::HardwareSpec& hardware, const std::string& model)
{
    std::string title = hardware.title;
    std::ranges::replace(title, ' ', '-');
    return core::namesModel(hardware.device, model) || core::namesModel(hardware.name, model) ||
           core::namesModel(title, model);
}

void deviceOf(const core::Run& run, const core::HardwareSpec& hardware, std::vector<std::string>& found)
{
    const auto device =
        std::ranges::find(run.metadata, "device", &std::pair<std::string, std::string>::first);
    const std::string model = device == run.metadata.end() ? "" : core::deviceModel(device->second);
    // A machine whose description names no device may be made of any.
    const bool named = !core::deviceModel(hardware).empty();
    if (!model.empty() && named && !namesDevice(hardware, model))
        found.push_back(
            core::phrase(W_("it was made on \"%1\", not on %2"), {device->second, hardware.name}));
}

void ranksOf(const core::Run& run, const core::Plan& plan, std::vector<std::string>& found)
{
    std::int64_t ranks = -1;
    for (const core::RunSource& source : run.sources)
        ranks = std::max(ranks, source.worldSize);
    if (ranks > 0 && ranks != plan.axes.devices())
        found.push_back(core::phrase(W_("it is of %1 ranks, the plan of %2"),
                                     {std::to_string(ranks), std::to_string(plan.axes.devices())}));
}

/// Samples, heads, tokens and width of what asks; a rank of several may have another batch.
void attentionOf(const core::Run& run, const core::Transformer& model, const core::Plan& plan,
                 std::vector<std::string>& found)
{
    auto shapes = shapesOf(run, [](std::string_view name) {
        return name.starts_with("aten::_scaled_dot_product_") && !name.ends_with("_backward");
    });
    std::erase_if(shapes, [](const Shape& shape) { return shape.size() != 4; });
    const Shape planned{plan.batch.microBatch, model.heads / plan.axes.tensor,
                        plan.batch.sequenceLength / plan.axes.context, model.headDim};
    if (!shapes.empty() && !shapes.contains(planned))
        found.push_back(core::phrase(W_("its attention was called with %1, the plan's would be with %2"),
                                     {textOf(*shapes.begin()), textOf(planned)}));
}

/// Rows and width of the widest table; frameworks pad the vocabulary, and cut it over a tensor group.
void embeddingOf(const core::Run& run, const core::Transformer& model, const core::Plan& plan,
                 std::vector<std::string>& found)
{
    auto shapes = shapesOf(run, [](std::string_view name) { return name == "aten::embedding"; });
    std::erase_if(shapes, [](const Shape& shape) { return shape.size() != 2; });
    if (shapes.empty())
        return;
    constexpr double kPadded = 1.05;
    const auto rows = static_cast<double>(model.vocabulary);
    const std::int64_t width = model.embeddingWidth > 0 ? model.embeddingWidth : model.hidden;
    const bool alike = std::ranges::any_of(shapes, [&](const Shape& shape) {
        const auto own = static_cast<double>(shape[0]);
        const auto holds = [&](double parts) { return own * parts >= rows && own * parts <= rows * kPadded; };
        return shape[1] == width && (holds(1) || holds(static_cast<double>(plan.axes.tensor)));
    });
    if (!alike)
        found.push_back(core::phrase(W_("its embedding has %1, the model's %2"),
                                     {textOf(*shapes.rbegin()), textOf({model.vocabulary, width})}));
}

} // namespace

std::vector<std::string> disagreements(const core::Run& run, const PlanResult& planned)
{
    std::vector<std::string> found;
    const core::Plan& plan = planned.evaluation.plan;
    deviceOf(run, planned.hardware, found);
    ranksOf(run, plan, found);
    if (const core::Transformer* model = planned.model.transformer()) {
        attentionOf(run, *model, plan, found);
        embeddingOf(run, *model, plan, found);
    }
    return found;
}

} // namespace shardscope::app
