// SPDX-License-Identifier: GPL-3.0-or-later
// The panel on the right: how a number came to be, or what a slice is.
#pragma once

#include "app/desktop/timeline/run_view.h"
#include "app/desktop/widgets/derivation_panel.h"
#include "app/desktop/workbench/workbench.h"

#include <QStackedWidget>

class QLabel;
class QPushButton;

namespace shardscope::app {

class SliceLinkList;
class StaleVeil;
class TableView;

class Inspector final : public QStackedWidget {
    Q_OBJECT

public:
    explicit Inspector(Workbench& workbench, QWidget* parent = nullptr);

    /// The derivation at \p path of the current evaluation; follows later edits.
    void explain(const QString& path);
    /// \p derivation as it is: no edit changes it.
    void explain(const QString& title, const core::DerivationPtr& derivation);
    void showSlice(core::SliceId slice);
    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] DerivationPanel& derivation() { return *m_derivation; }

signals:
    /// A link to another slice was followed.
    void sliceWanted(shardscope::core::SliceId slice);

private:
    void refreshDerivation();
    void showArguments(const RunView& run, const std::string& json);
    void retranslate();

    Workbench& m_workbench;
    QString m_path;
    bool m_pathIsNew = false;
    core::SliceId m_slice;
    QLabel* m_hint;
    DerivationPanel* m_derivation;
    StaleVeil* m_derivationVeil;
    QWidget* m_slicePanel;
    QLabel* m_sliceName;
    SliceLinkList* m_sliceLinks;
    TableView* m_sliceFacts;
    TableView* m_arguments;
    QPushButton* m_why;
    QString m_whyTitle;
    core::DerivationPtr m_sliceWhy;
};

/// "memory.device.weights@stage 0" in words: "Weights, device memory, stage 0".
[[nodiscard]] QString derivationTitle(const QString& path);

} // namespace shardscope::app
