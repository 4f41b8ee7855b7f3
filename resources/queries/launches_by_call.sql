-- title: Launches by call
-- title[ja]: 呼び出しごとの起動
-- help: Which calls launch device work, how much, and how long it waits after them.
-- help[ja]: デバイスの処理を起動した呼び出し、その量、起動後の待ち。
SELECT call, count(*) AS launches, sum(dur) AS device_ns, median(delay) AS median_delay_ns, max(delay) AS longest_delay_ns
FROM launch
GROUP BY call
ORDER BY launches DESC, call
