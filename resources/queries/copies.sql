-- title: Copies and their bandwidth
-- title[ja]: コピーとその帯域
-- help: Device copies by kind: bytes, time, and bytes a second.
-- help[ja]: 種類ごとのデバイスコピー: バイト数、時間、毎秒のバイト数。
SELECT name, count(*) AS copies, sum(arg(id, 'bytes')) AS bytes, sum(dur) AS total_ns,
       sum(arg(id, 'bytes')) * 1e9 / nullif(sum(dur), 0) AS bytes_per_second
FROM slice
WHERE category IN ('gpu_memcpy', 'gpu_memset', 'Memcpy', 'Memset')
GROUP BY name
ORDER BY bytes DESC, name
