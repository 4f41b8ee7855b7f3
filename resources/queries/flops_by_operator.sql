-- title: FLOP/s by operator and shape
-- title[ja]: 演算と形状ごとの FLOP/s
-- help: Operations whose work can be counted, by device time: how much work, and how fast.
-- help[ja]: 仕事量を数えられる演算をデバイス時間順に: 仕事量と速さ。
SELECT name, shape, dtype, count(*) AS calls, sum(flops) AS flops, sum(device_ns) AS device_ns,
       sum(flops) FILTER (WHERE device_ns > 0) * 1e9 / nullif(sum(device_ns), 0) AS flops_per_second
FROM flops
GROUP BY name, shape, dtype
ORDER BY device_ns DESC, name, shape
LIMIT 50
