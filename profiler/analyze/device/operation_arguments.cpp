// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/device/operation_arguments.h"

#include "core/base/joined.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/import/text/padded_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace shardscope::profiler {

namespace {

/// Numbers of "[1, 2]"; empty for anything else.
Shape numbersOf(std::string_view array)
{
    Shape shape;
    json::walkArray(array,
                    [&](std::string_view value, bool) { shape.push_back(json::realOf(value).value_or(-1)); });
    return shape;
}

} // namespace

Shape numbersOfText(const std::string& text) { return numbersOf(json::PaddedText(text).view()); }

namespace {

/// The parts of \p text between \p mark, without the spaces around them. Of "" one.
std::vector<std::string> partsOf(std::string_view text, char mark)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(mark, begin), text.size());
        const std::string_view part = text.substr(begin, end - begin);
        const std::size_t first = part.find_first_not_of(" \r\n");
        parts.emplace_back(first == std::string_view::npos
                               ? std::string_view()
                               : part.substr(first, part.find_last_not_of(" \r\n") + 1 - first));
        begin = end + 1;
    }
    return parts;
}

/// Operands as torch_npu writes them, a text: "32,4096;\r\n4096", "float;\r\nScalar" (its
/// profiler/analysis/prof_bean/torch_op_bean.py).
bool isText(std::string_view value) { return value.starts_with('"'); }

void textShapes(std::string_view value, std::vector<Shape>& into)
{
    for (const std::string& operand : partsOf(json::textOf(value), ';')) {
        into.push_back(numbersOfText('[' + operand + ']'));
    }
}

} // namespace

OperationArguments readArguments(std::string_view object)
{
    OperationArguments arguments;
    const auto texts = [](std::string_view array, std::vector<std::string>& into) {
        json::walkArray(array, [&](std::string_view value, bool) { into.push_back(json::textOf(value)); });
    };
    json::walkObject(object, [&](std::string_view key, std::string_view value) {
        const bool dims = key == "Input Dims" || key == "Input dims";
        if (dims && isText(value))
            textShapes(value, arguments.shapes);
        else if (dims)
            json::walkArray(
                value, [&](std::string_view shape, bool) { arguments.shapes.push_back(numbersOf(shape)); });
        else if (key == "Input type" && isText(value))
            arguments.types = partsOf(json::textOf(value), ';');
        else if (key == "Input type")
            texts(value, arguments.types);
        else if (key == "Concrete Inputs")
            texts(value, arguments.values);
    });
    return arguments;
}

double product(const Shape& shape)
{
    double all = 1;
    for (const double size : shape)
        all *= size;
    return all;
}

bool isShape(const OperationArguments& arguments, std::size_t at, std::size_t dimensions)
{
    return at < arguments.shapes.size() && arguments.shapes[at].size() == dimensions &&
           std::ranges::all_of(arguments.shapes[at], [](double size) { return size >= 0; });
}

std::string shapeText(const Shape& shape)
{
    return core::joined(shape, "x", [](double size) { return static_cast<std::int64_t>(size); });
}

double elementBytes(std::string_view dtype)
{
    // Names of C++ types, as torch::profiler writes them (c10/util/typeid.h).
    constexpr std::array<std::pair<std::string_view, double>, 12> kTypes{{{"float", 4},
                                                                          {"c10::BFloat16", 2},
                                                                          {"c10::Half", 2},
                                                                          {"long int", 8},
                                                                          {"long", 8},
                                                                          {"int", 4},
                                                                          {"bool", 1},
                                                                          {"double", 8},
                                                                          {"signed char", 1},
                                                                          {"unsigned char", 1},
                                                                          {"short", 2},
                                                                          {"short int", 2}}};
    if (dtype.find("Float8") != std::string_view::npos)
        return 1;
    const auto found = std::ranges::find(kTypes, dtype, &std::pair<std::string_view, double>::first);
    return found == kTypes.end() ? 0 : found->second;
}

} // namespace shardscope::profiler
