// SPDX-License-Identifier: GPL-3.0-or-later
// The slices that explain one, each as a link to it.
#pragma once

#include "app/desktop/timeline/run_view.h"

#include <QWidget>

namespace shardscope::app {

class SliceLinkList final : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    /// Lists the links of \p slice; hides itself if there are none.
    void show(const RunView& run, core::SliceId slice);

signals:
    void wanted(shardscope::core::SliceId slice);
};

} // namespace shardscope::app
