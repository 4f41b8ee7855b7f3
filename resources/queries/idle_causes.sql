-- title: Why devices are idle
-- title[ja]: デバイスがアイドルになる理由
-- help: Idle time of the steps that count, by what held the next work back.
-- help[ja]: 数えるステップのアイドル時間を、次の処理を遅らせた原因ごとに。
SELECT rank, cause, operation, count(*) AS times, sum(dur) AS idle_ns, max(dur) AS longest_ns
FROM device_idle
WHERE counted = 1
GROUP BY rank, cause, operation
ORDER BY rank, idle_ns DESC, cause
