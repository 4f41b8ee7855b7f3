// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/workbench/trace_settings.h"

#include "app/session/documents/documents.h"
#include "app/session/trace/kernel_rules.h"

#include <QSettings>

namespace shardscope::app {
namespace {

constexpr auto kRules = "traces/kernel_rules";
constexpr auto kCacheBytes = "traces/cache_bytes";

} // namespace

TraceSettings::TraceSettings(QObject* parent)
    : QObject(parent)
    , m_rules(QSettings().value(kRules).toString())
    , m_cacheBytes(QSettings().value(kCacheBytes, static_cast<double>(profiler::cacheLimit())).toDouble())
{
    if (QSettings().contains(kCacheBytes))
        profiler::setCacheLimit(static_cast<std::uint64_t>(m_cacheBytes));
}

core::Result<core::Done> TraceSettings::setRules(const QString& file)
{
    SHARDSCOPE_TRY(auto rules, kernelRules(file.toStdString()));
    m_rules = file;
    QSettings().setValue(kRules, file);
    emit changed();
    emit rulesChanged(rules);
    return core::Done{};
}

core::Result<std::shared_ptr<const core::WorkRules>> TraceSettings::readRules() const
{
    return kernelRules(m_rules.toStdString());
}

void TraceSettings::setCacheBytes(double bytes)
{
    m_cacheBytes = bytes;
    QSettings().setValue(kCacheBytes, bytes);
    profiler::setCacheLimit(static_cast<std::uint64_t>(bytes));
    emit changed();
}

} // namespace shardscope::app
