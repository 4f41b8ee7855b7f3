// SPDX-License-Identifier: GPL-3.0-or-later
// What one part of a spoken study says beside its machine: how many, at which price, with which network.
#pragma once

#include "app/session/study/study.h"

#include <QRegularExpression>
#include <QString>
#include <QStringList>

namespace shardscope::app {

/// What a part says beside its machine.
struct SaidPart {
    StudyScenario scenario;
    bool own = false;
    bool nodes = false;
    QStringList machine; ///< what is left
};
/// Understands a part in English or Japanese (docs/study.md, "In words").
[[nodiscard]] SaidPart heardPart(const QString& part);

/// A pattern that finds \p text as whole words, in any case and script.
[[nodiscard]] QRegularExpression wordPattern(const QString& text);

} // namespace shardscope::app
