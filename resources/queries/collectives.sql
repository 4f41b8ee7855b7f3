-- title: Collectives
-- title[ja]: 集団通信
-- help: Each kind of collective by group and size: how often, how long, and how fast.
-- help[ja]: 種類、グループ、大きさごとの集団通信: 回数、時間、速さ。
SELECT kind, group_name, bytes, count(*) AS calls, sum(dur) AS total_ns, median(dur) AS median_ns, min(dur) AS shortest_ns,
       bytes * 1e9 / nullif(min(dur), 0) AS best_bytes_per_second
FROM collective
GROUP BY kind, group_name, bytes
ORDER BY total_ns DESC, kind
LIMIT 100
