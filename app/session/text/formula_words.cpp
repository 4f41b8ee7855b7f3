// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/text/formula_words.h"

#include <QCoreApplication>

namespace shardscope::app {
namespace {

/// \p node with translated names, down to those that a formula writes.
core::DerivationPtr translatedNames(const core::Derivation& node, bool opened)
{
    core::Derivation made = node;
    made.label = QCoreApplication::translate("Words", node.label.c_str()).toStdString();
    const bool atom = node.operation == core::Operation::Leaf || node.operation == core::Operation::Named;
    if (opened || !atom) {
        for (core::DerivationPtr& operand : made.operands)
            operand = translatedNames(*operand, false);
    }
    return std::make_shared<const core::Derivation>(std::move(made));
}

} // namespace

QString formulaWords(const core::Derivation& node)
{
    return QString::fromStdString(core::formulaText(*translatedNames(node, true)));
}

QString citationText(const std::string& citation)
{
    return QCoreApplication::translate("Words", citation.c_str());
}

} // namespace shardscope::app
