// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/ranks/recorded_calls.h"

#include "core/base/joined.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/import/text/saturate.h"
#include "profiler/trace/collective_names.h"

#include <algorithm>

namespace shardscope::profiler {

namespace {

RecordedCall callOf(std::string_view arguments)
{
    RecordedCall call;
    std::string_view state;
    std::string_view dims;
    std::string_view types;
    json::readMembers(arguments, {{"State", &state}, {"Input Dims", &dims}, {"Input type", &types}});
    call.state = json::textOf(state);
    json::walkArray(types, [&](std::string_view type, bool) {
        call.type = call.type.empty() ? json::textOf(type) : call.type;
    });
    std::size_t tensors = 0;
    json::walkArray(dims, [&](std::string_view tensor, bool) {
        std::int64_t elements = 1;
        std::string shape;
        json::walkArray(tensor, [&](std::string_view extent, bool) {
            elements = saturatedProduct(elements, json::integerOf(extent).value_or(0));
            shape += (shape.empty() ? "" : ", ") + std::string(extent);
        });
        call.elements = saturatedSum(std::max<std::int64_t>(call.elements, 0), elements);
        if (++tensors == 1)
            call.tensors = call.type + "[" + shape + "]";
        else if (tensors == 2)
            call.tensors += ", …";
    });
    return call;
}

} // namespace

std::vector<RecordedCall> recordedCalls(const AnalysisInput& input, const Collectives& collectives,
                                        const core::Task& task)
{
    std::vector<RecordedCall> recorded(collectives.calls.size());
    std::vector<std::uint64_t> places;
    std::vector<std::size_t> calls;
    for (std::size_t call = 0; call < collectives.calls.size(); ++call) {
        const std::uint32_t row = collectives.calls[call].row;
        const core::NameId category = input.timeline().category()[row];
        if (!category.valid() || input.text(category) != kFlightRecorder)
            continue;
        places.push_back(input.timeline().args()[row]);
        calls.push_back(call);
    }
    if (input.run().arguments)
        input.run().arguments->visit(
            places, [&](std::size_t at, std::string_view text) { recorded[calls[at]] = callOf(text); },
            task.stop);
    return recorded;
}

std::string calledText(const Collectives& collectives, const std::vector<RecordedCall>& recorded,
                       std::uint32_t call)
{
    const std::string& tensors = recorded[call].tensors;
    return std::string(core::nameOf(collectives.calls[call].kind)) + (tensors.empty() ? "" : " " + tensors);
}

std::string calledTexts(const Collectives& collectives, const std::vector<RecordedCall>& recorded,
                        const std::vector<std::uint32_t>& calls)
{
    std::vector<std::string> texts;
    for (const std::uint32_t call : calls) {
        std::string text = calledText(collectives, recorded, call);
        if (std::ranges::find(texts, text) == texts.end())
            texts.push_back(std::move(text));
    }
    return core::joined(texts, "; ");
}

} // namespace shardscope::profiler
