-- title: Longest idle times of devices
-- title[ja]: デバイスの長いアイドル時間
-- help: Where a stream has no work at all, copies included, with what ends before and what begins after.
-- help[ja]: コピーも含めて何も動いていないストリームの時間と、その前後の処理。
SELECT g.rank, g.track_id, g.ts, g.dur AS idle_ns, b.name AS before, a.name AS after, g.after_id AS slice_id
FROM gap(NULL, 0) g
JOIN slice b ON b.id = g.before_id
JOIN slice a ON a.id = g.after_id
ORDER BY idle_ns DESC, slice_id
LIMIT 50
