<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>MemoryBars</name>
    <message numerus="yes">
        <source>and %n less full, in the table</source>
        <translation>
            <numerusform>and %n less full one, in the table</numerusform>
            <numerusform>and %n less full ones, in the table</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelinePicture</name>
    <message numerus="yes">
        <source>Recorded in %1 and %n more.</source>
        <translation>
            <numerusform>Recorded in %1 and %n more.</numerusform>
            <numerusform>Recorded in %1 and %n more.</numerusform>
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
