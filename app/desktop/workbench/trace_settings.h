// SPDX-License-Identifier: GPL-3.0-or-later
// What the user set for all runs that are opened, kept between starts.
#pragma once

#include "core/base/result.h"
#include "core/kinds/work_rules.h"

#include <QObject>
#include <QString>

#include <memory>

namespace shardscope::app {

class TraceSettings final : public QObject {
    Q_OBJECT

public:
    explicit TraceSettings(QObject* parent = nullptr);

    /// The file of the user's own rules about kernels (docs/kernels.md); empty: none.
    [[nodiscard]] const QString& rules() const { return m_rules; }
    /// Taken where it can be read and followed. Errors: those of kernelRules().
    core::Result<core::Done> setRules(const QString& file);
    /// What rules() says now; null: the shipped ones alone. Errors: those of kernelRules().
    [[nodiscard]] core::Result<std::shared_ptr<const core::WorkRules>> readRules() const;

    /// What runs that were read before may take on the disk; 0: they are not kept.
    [[nodiscard]] double cacheBytes() const { return m_cacheBytes; }
    void setCacheBytes(double bytes);

signals:
    void changed();
    /// Runs that are open are to be told by these (null: the shipped ones).
    void rulesChanged(const std::shared_ptr<const shardscope::core::WorkRules>& rules);

private:
    QString m_rules;
    double m_cacheBytes;
};

} // namespace shardscope::app
