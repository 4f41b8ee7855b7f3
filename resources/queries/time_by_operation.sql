-- title: Device time by class of operation
-- title[ja]: 演算の種類ごとのデバイス時間
-- help: Matrix products, attention, collectives, copies: what each rank's device works on.
-- help[ja]: 行列積、アテンション、集団通信、コピーなど、各ランクのデバイスの仕事。
SELECT s.rank, s.op, count(*) AS slices, sum(s.dur) AS total_ns
FROM slice s JOIN thread_track t ON t.id = s.track_id
WHERE t.device = 1 AND s.instant = 0 AND s.category NOT LIKE '%annotation%'
GROUP BY s.rank, s.op
ORDER BY s.rank, total_ns DESC, s.op
