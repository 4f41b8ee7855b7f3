// SPDX-License-Identifier: GPL-3.0-or-later
// The sheet beside the schedules: which ones, and what happens to them; and what stands in the page's bar:
// how many stages, micro-batches and chunks. It edits no plan: what is tried here is taken over by a button.
#pragma once

#include "app/desktop/widgets/control_column.h"
#include "app/session/simulate/schedule_chart.h"

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace shardscope::app {

/// What is tried.
struct ScheduleTrial {
    std::int64_t pipeline = 4;
    std::int64_t microBatches = 8;
    std::int64_t virtualStages = 2;
    friend bool operator==(const ScheduleTrial&, const ScheduleTrial&) = default;
};

class ScheduleControls final : public ControlColumn {
    Q_OBJECT

public:
    explicit ScheduleControls(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] const ScheduleTrial& trial() const { return m_trial; }
    /// Moves the controls like the user, without a signal.
    void setTrial(const ScheduleTrial& trial);
    /// The schedules that are ticked, in their order; none: the plan's own, where there is a plan.
    [[nodiscard]] std::vector<WantedSchedule> wanted() const;
    void tick(const std::vector<WantedSchedule>& wanted);
    /// One more to choose from, ticked.
    void addFile(std::shared_ptr<const ScheduleFile> file);
    /// What may be tried, as the first simulation of the plan tells; empty: not known yet.
    void setParts(std::vector<std::string> slowable, std::vector<std::string> failing);
    /// What happens to a part of the plan; nothing without a plan.
    [[nodiscard]] WhatIf whatIf() const;
    void setSource(const QString& text);
    /// Whether what is tried differs from the plan, and can be taken over.
    void setCanTakeOver(bool can);
    /// These stand wherever they are put.
    [[nodiscard]] DegreeControl& pipeline() { return *m_pipeline; }
    [[nodiscard]] DegreeControl& microBatches() { return *m_microBatches; }
    [[nodiscard]] DegreeControl& virtualStages() { return *m_virtualStages; }
    [[nodiscard]] QPushButton& takeOver() { return *m_takeOver; }
    /// What the bar of the page has no room for, above everything else.
    [[nodiscard]] QWidget& overflow() { return *m_overflow; }
    [[nodiscard]] QWidget& list();
    [[nodiscard]] QWidget& whatIfBox();

signals:
    /// Tells of the user's changes only.
    void trialChanged();
    void wantedChanged();
    void whatIfChanged();
    void takeOverWanted();

private:
    DegreeControl* addTrial(std::int64_t ScheduleTrial::*number, std::vector<std::int64_t> choices,
                            std::int64_t highest);
    void addItem(const QString& title, int number);
    [[nodiscard]] WantedSchedule wantedOf(int row) const;
    void fitList();
    void addWhatIf();
    void showWhatIf();
    void fillParts();
    void retranslate() override;

    ScheduleTrial m_trial;
    QLabel* m_source;
    QWidget* m_overflow;
    DegreeControl* m_pipeline = nullptr;
    DegreeControl* m_microBatches = nullptr;
    DegreeControl* m_virtualStages = nullptr;
    QComboBox* m_whatIf;
    QComboBox* m_part;
    QDoubleSpinBox* m_factor;
    QDoubleSpinBox* m_down;
    QSpinBox* m_every;
    QDoubleSpinBox* m_jitter;
    QSpinBox* m_seed;
    QComboBox* m_overlap;
    QLineEdit* m_expand;
    std::vector<std::shared_ptr<const ScheduleFile>> m_files;
    std::vector<std::string> m_slowable;
    std::vector<std::string> m_failing;
    QListWidget* m_list;
    QPushButton* m_takeOver;
};

} // namespace shardscope::app
