// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/trace/job_titles.h"
#include "app/session/text/shown_text.h"

#include "app/session/text/words.h"

namespace shardscope::app {

QStringList jobTitles(const RunView& run)
{
    QStringList titles;
    for (std::uint32_t job = 0; run.jobs.several() && job < run.jobs.count; ++job) {
        QStringList files;
        for (const std::string& file : profiler::filesOfJob(*run.run, run.jobs, job))
            files << shownText(file);
        const bool many = files.size() > 2;
        titles << Words::tr("Job %1: %2")
                      .arg(job)
                      .arg(many ? files.first() + QStringLiteral(" … ") + files.last()
                                : files.join(QStringLiteral(", ")));
    }
    return titles;
}

} // namespace shardscope::app
