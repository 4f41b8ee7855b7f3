<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>HomePage</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Plot</name>
    <message numerus="yes">
        <source>%n more in the table</source>
        <translation>
            <numerusform>%n more in the table</numerusform>
            <numerusform>%n more in the table</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReportPicture</name>
    <message numerus="yes">
        <source>%n more row(s)</source>
        <translation>
            <numerusform>%n more row</numerusform>
            <numerusform>%n more rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Source</name>
    <message numerus="yes">
        <source>and %n less full, in the table</source>
        <translation>
            <numerusform>and %n less full one, in the table</numerusform>
            <numerusform>and %n less full ones, in the table</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replica(s)</source>
        <translation>
            <numerusform>%n replica</numerusform>
            <numerusform>%n replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Recorded in %1 and %n more.</source>
        <translation>
            <numerusform>Recorded in %1 and %n more.</numerusform>
            <numerusform>Recorded in %1 and %n more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more row(s) below are not drawn.</source>
        <translation>
            <numerusform>%n more row below is not drawn.</numerusform>
            <numerusform>%n more rows below are not drawn.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Out of memory %n time(s).</source>
        <translation>
            <numerusform>Out of memory once.</numerusform>
            <numerusform>Out of memory %n times.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n outside its range</source>
        <comment>a calibration</comment>
        <translation>
            <numerusform>%1, %n outside its range</numerusform>
            <numerusform>%1, %n outside its range</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Calibration “%1”: %n coefficients changed. What was left out of the fit is met to %2 (before: %3); %4 of the time on devices was matched.</source>
        <translation>
            <numerusform>Calibration “%1”: %n coefficient changed. What was left out of the fit is met to %2 (before: %3); %4 of the time on devices was matched.</numerusform>
            <numerusform>Calibration “%1”: %n coefficients changed. What was left out of the fit is met to %2 (before: %3); %4 of the time on devices was matched.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n devices suffice to train it, at %1 samples/s. Devices are counted against the rate that they add: on %2 each gives most, %3 samples/s. For the highest rate of all, ask for the least time (--objective time).</source>
        <translation>
            <numerusform>%n device suffices to train it, at %1 samples/s. Devices are counted against the rate that they add: on %2 each gives most, %3 samples/s. For the highest rate of all, ask for the least time (--objective time).</numerusform>
            <numerusform>%n devices suffice to train it, at %1 samples/s. Devices are counted against the rate that they add: on %2 each gives most, %3 samples/s. For the highest rate of all, ask for the least time (--objective time).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::ActivationCard</name>
    <message numerus="yes">
        <source>None of %n choice(s) fits; the smallest: %1.</source>
        <translation>
            <numerusform>The one choice does not fit: %1.</numerusform>
            <numerusform>None of %n choices fits; the smallest: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::AllocatorMapView</name>
    <message numerus="yes">
        <source>%n segment(s)</source>
        <translation>
            <numerusform>%n segment</numerusform>
            <numerusform>%n segments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::Drawer</name>
    <message numerus="yes">
        <source>Import report (%n)</source>
        <translation>
            <numerusform>Import report (%n)</numerusform>
            <numerusform>Import report (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::FollowPage</name>
    <message numerus="yes">
        <source>%n files wait: they cannot be read so far.</source>
        <translation>
            <numerusform>%n file waits: it cannot be read so far.</numerusform>
            <numerusform>%n files wait: they cannot be read so far.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::ImportDialog</name>
    <message numerus="yes">
        <source>Ignored: %n key(s) that say nothing a plan knows</source>
        <translation>
            <numerusform>Ignored: %n key that says nothing a plan knows</numerusform>
            <numerusform>Ignored: %n keys that say nothing a plan knows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::JobList</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::PlanControls</name>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::PlanPage</name>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::ReportView</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::ShareDialog</name>
    <message numerus="yes">
        <source>%n name(s) of hosts and users, and paths, are replaced in the copy. Take the tick away from what is to stay as it is.</source>
        <translation>
            <numerusform>%n name of a host or user, or path, is replaced in the copy. Take the tick away from what is to stay as it is.</numerusform>
            <numerusform>%n names of hosts and users, and paths, are replaced in the copy. Take the tick away from what is to stay as it is.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::SqlPage</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the first %n row(s); there are more</source>
        <translation>
            <numerusform>the first row; there are more</numerusform>
            <numerusform>the first %n rows; there are more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::StageCut</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::TimelinePage</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::TimelineView</name>
    <message numerus="yes">
        <source>%n track(s)</source>
        <translation>
            <numerusform>%n track</numerusform>
            <numerusform>%n tracks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s).</source>
        <translation>
            <numerusform>%n note.</numerusform>
            <numerusform>%n notes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::app::Workbench</name>
    <message numerus="yes">
        <source>Reading %n files</source>
        <translation>
            <numerusform>Reading %n file</numerusform>
            <numerusform>Reading %n files</numerusform>
        </translation>
    </message>
</context>
</TS>
