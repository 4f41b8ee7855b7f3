-- title: Modules by device time
-- title[ja]: デバイス時間の長いモジュール
-- help: Device time by the innermost module, Python function and annotation around the launch; forward passes only.
-- help[ja]: 起動を囲む最も内側のモジュール、Python 関数、注釈ごとのデバイス時間（順伝播のみ）。
SELECT module, function, annotation, count(*) AS launches, sum(dur) AS device_ns
FROM launch
GROUP BY module, function, annotation
ORDER BY device_ns DESC
LIMIT 50
