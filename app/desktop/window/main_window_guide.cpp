// SPDX-License-Identifier: GPL-3.0-or-later
// Links of the guide into the window: "window:PAGE?KEY=VALUE&…". On most pages KEY is an option of the
// program's own command line; on the Search page it is what that page keeps of its question
// (SearchControls::said), and the Recommender page has its tab behind a slash.
#include "app/desktop/pages/compare/compare_page.h"
#include "app/desktop/pages/recommender/recommender_page.h"
#include "app/desktop/pages/recommender/recommender_words.h"
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/window/main_window.h"

#include <QUrlQuery>

#include <algorithm>
#include <array>

namespace shardscope::app {
namespace {

/// Names in the order of RecommenderTab.
constexpr std::array<const char*, kRecommenderTabs> kTabs{"fit",     "time",  "placement", "network",
                                                          "scaling", "roles", "accuracy"};

using Pairs = QList<std::pair<QString, QString>>;

core::Value questionOf(const Pairs& pairs)
{
    std::vector<core::Value::Member> said;
    for (const auto& [key, value] : pairs) {
        const core::Value text = core::Value::ofText(value.toStdString());
        said.emplace_back(key.toStdString(),
                          key == QLatin1String("machines") ? core::Value::ofItems({text}) : text);
    }
    return core::Value::ofMembers(std::move(said));
}

QStringList argumentsOf(const Pairs& pairs)
{
    QStringList arguments{QStringLiteral("shardscope")};
    for (const auto& [key, value] : pairs)
        arguments << QStringLiteral("--%1=%2").arg(key, value);
    return arguments;
}

} // namespace

void MainWindow::openFromGuide(const QUrl& link)
{
    const QString page = link.path().section(QLatin1Char('/'), 0, 0);
    const QString tab = link.path().section(QLatin1Char('/'), 1);
    const Pairs pairs = QUrlQuery(link).queryItems(QUrl::FullyDecoded);
    if (page == QLatin1String("search")) {
        showPage("search");
        auto& search = part<SearchPage>();
        if (search.searching())
            search.searchOrCancel();
        search.controls().say(questionOf(pairs));
        return search.searchOrCancel();
    }
    const auto asked = parseOptions(argumentsOf(pairs));
    if (!asked.ok())
        return static_cast<void>(m_workbench.fail(asked.error()));
    if (!asked->options || !agreesToClose())
        return;
    open(*asked->options);
    const auto found = std::ranges::find(kTabs, tab);
    if (page == QLatin1String("compare"))
        part<ComparePage>().showPlans(true);
    if (found != kTabs.end())
        part<RecommenderPage>().showTab(static_cast<RecommenderTab>(found - kTabs.begin()));
    showPage(page.toLatin1().constData());
    activateWindow();
}

} // namespace shardscope::app
