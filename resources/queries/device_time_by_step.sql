-- title: Device time by step
-- title[ja]: ステップごとのデバイス時間
-- help: How long device work that begins in each step takes, by class, on all streams of the rank.
-- help[ja]: 各ステップ内で始まったデバイス処理の時間（種類別、ランクのすべてのストリーム）。
SELECT st.rank, st.name AS step, s.op, count(*) AS slices, sum(s.dur) AS device_ns, 1.0 * sum(s.dur) / st.dur AS of_step
FROM step st
JOIN slice s ON s.ts >= st.ts AND s.ts < st.ts + st.dur AND s.rank IS st.rank
JOIN thread_track t ON t.id = s.track_id AND t.device = 1
WHERE s.category <> 'gpu_user_annotation' AND s.instant = 0
GROUP BY st.id, s.op
ORDER BY st.id, device_ns DESC, s.op
