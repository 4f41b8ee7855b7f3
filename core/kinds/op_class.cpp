// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/op_class.h"

#include "core/kinds/work_rules.h"

#include <array>

namespace shardscope::core {

namespace {

constexpr std::array kAll = valuesOf<OpClass>();
constexpr std::string_view kLetters = "MAeETRXPCOH-";

} // namespace

std::span<const OpClass> allOpClasses() { return kAll; }
char opClassLetter(OpClass kind) { return kLetters[static_cast<std::size_t>(kind)]; }
std::string_view opClassKey(OpClass kind) { return nameOf(kind); }

bool isDeviceCategory(std::string_view category)
{
    return WorkRules::shipped().rowVerdict(category, {}).device;
}

bool isDeviceAnnotation(std::string_view category)
{
    const RowVerdict row = WorkRules::shipped().rowVerdict(category, {});
    return row.device && row.role == Role::Range;
}

OpClass classify(std::string_view name, std::string_view category)
{
    return opClassOf(WorkRules::shipped().verdict(name, category).work);
}

} // namespace shardscope::core
