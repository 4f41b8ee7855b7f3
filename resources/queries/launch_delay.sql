-- title: Slowest launches
-- title[ja]: 遅い起動
-- help: Work of devices that waited longest between the call that launched it and its start.
-- help[ja]: 起動の呼び出しから開始までの待ちが長いデバイスの処理。
SELECT name AS kernel, call AS launched_by, delay AS delay_ns, dur AS kernel_ns, id AS slice_id
FROM launch
WHERE call_id IS NOT NULL
ORDER BY delay DESC, id
LIMIT 50
