-- title: Collectives
-- title[ja]: 集団通信
-- help: Each collective by name and size: how often, how long, and how much it moves.
-- help[ja]: 名前と大きさごとの集団通信: 回数、時間、転送量。
SELECT rank, name, arg(id, 'Collective name') AS collective, arg(id, 'In msg nelems') AS elements,
       arg(id, 'dtype') AS dtype, count(*) AS calls, sum(dur) AS total_ns, min(dur) AS shortest_ns, max(dur) AS longest_ns
FROM slice
WHERE name GLOB '*nccl*' AND category IN ('kernel', 'Kernel', 'concurrent_kernel', 'mtia_ccp_events', 'hpu_op')
GROUP BY rank, name, collective, elements, dtype
ORDER BY total_ns DESC, name
LIMIT 100
