// SPDX-License-Identifier: GPL-3.0-or-later
// All keys on one sheet, by where they count.
#pragma once

#include "app/desktop/actions/actions.h"

#include <QDialog>

namespace shardscope::app {

class ShortcutSheet final : public QDialog {
    Q_OBJECT

public:
    explicit ShortcutSheet(const Actions& actions, QWidget* parent = nullptr);

signals:
    /// The keys are to be changed.
    void changeWanted();

private:
    [[nodiscard]] QWidget* group(const Actions& actions, Where where);
};

} // namespace shardscope::app
