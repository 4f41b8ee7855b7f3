// SPDX-License-Identifier: GPL-3.0-or-later
// What the builders of a study's larger pictures have in common.
#pragma once

#include "app/desktop/charts/recommender/recommender_scenes.h"

namespace shardscope::app {

class StudyBuilder {
public:
    StudyBuilder(const Study& study, double width, const Theme& theme)
        : m_study(study)
        , m_theme(theme)
    {
        m_scene.width = width;
    }

protected:
    const Study& m_study;
    const Theme& m_theme;
    Scene m_scene;
};

} // namespace shardscope::app
