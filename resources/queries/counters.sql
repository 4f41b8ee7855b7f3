-- title: Counters
-- title[ja]: カウンター
-- help: Each counter with its lowest, mean and highest sample.
-- help[ja]: 各カウンターの最小、平均、最大。
SELECT t.name, t.series, t.pid, count(*) AS samples, min(c.value) AS lowest, avg(c.value) AS mean, max(c.value) AS highest
FROM counter c JOIN counter_track t ON t.id = c.track_id
GROUP BY t.id
ORDER BY t.name, t.series, t.pid
