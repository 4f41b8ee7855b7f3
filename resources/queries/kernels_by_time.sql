-- title: Kernels by time
-- title[ja]: 時間順のカーネル
-- help: Which kernels take the device's time, and how long a call of each takes.
-- help[ja]: デバイスの時間を使うカーネルと、呼び出し一回の長さ。
SELECT name, count(*) AS calls, sum(dur) AS total_ns, avg(dur) AS mean_ns, max(dur) AS longest_ns
FROM slice
WHERE category IN ('kernel', 'Kernel', 'concurrent_kernel', 'mtia_ccp_events', 'hpu_op')
GROUP BY name
ORDER BY total_ns DESC, name
LIMIT 50
