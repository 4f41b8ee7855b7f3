// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/workbench/kept_question.h"

#include "core/base/text_mark.h"
#include "core/io/files.h"
#include "core/storage/item_links.h"

#include <QScopedValueRollback>

#include <utility>

namespace shardscope::app {
namespace {

[[maybe_unused]] constexpr const char* kUsualStep = N_("Change the question"); // of Controls
constexpr int kSettleMs = 700; ///< what is typed without a longer pause is one step

} // namespace

std::string questionName(History& history, const QString& reference)
{
    const std::string text = reference.toStdString();
    const auto address = core::itemAddress(text);
    const bool own = address && history.kept() != nullptr && core::referredTo(address->name) &&
                     core::files::same(address->file, history.kept()->file());
    return own ? address->name : text;
}

KeptQuestion::KeptQuestion(History& history, const char* name, Controls controls, QObject* parent)
    : QObject(parent)
    , m_history(history)
    , m_name(name)
    , m_controls(std::move(controls))
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSettleMs);
    connect(&m_soon, &QTimer::timeout, this, &KeptQuestion::settle);
    connect(&m_history, &History::changed, this, &KeptQuestion::follow);
}

void KeptQuestion::keep()
{
    if (!m_busy && m_history.kept() != nullptr)
        m_soon.start();
}

void KeptQuestion::settle()
{
    const QScopedValueRollback busy(m_busy, true);
    Project& project = m_history.project();
    const std::string body = core::jsonText(m_controls.said(), 0);
    const core::ItemPtr item = project.find(m_controls.kind, m_name);
    if (item && item->body == body)
        return;
    core::ItemChange change =
        item ? Project::rewritten(item, body) : project.made(m_controls.kind, m_name, body);
    // A change of what there is: it is not refused.
    static_cast<void>(m_history.push({std::move(change)}, m_controls.step));
    m_seen = project.find(m_controls.kind, m_name);
}

void KeptQuestion::follow()
{
    if (m_history.kept() != m_project) {
        // Waits until the pages show the project's plan, whose model and machine the question may name.
        m_project = m_history.kept();
        m_soon.stop();
        QMetaObject::invokeMethod(this, &KeptQuestion::sayAgain, Qt::QueuedConnection);
    } else if (!m_soon.isActive()) { // what is being said goes before
        sayAgain();
    }
}

void KeptQuestion::sayAgain()
{
    const core::ItemPtr item = m_history.project().find(m_controls.kind, m_name);
    if (m_busy || item == m_seen)
        return;
    const QScopedValueRollback busy(m_busy, true);
    m_seen = item;
    const auto said = item ? core::parseJsonText(item->body, {}) : core::Result<core::Value>(core::Value{});
    if (said.ok() && said->kind == core::Value::Kind::Object)
        m_controls.say(*said);
    else
        m_controls.follow();
}

} // namespace shardscope::app
