// SPDX-License-Identifier: GPL-3.0-or-later
// What was matched how: devices, operations, and what does not agree.
#pragma once

#include "app/session/compare/difference.h"

#include <QDialog>

namespace shardscope::app {

class MatchingDialog final : public QDialog {
    Q_OBJECT

public:
    explicit MatchingDialog(const SideDifference& difference, QWidget* parent = nullptr);
};

} // namespace shardscope::app
