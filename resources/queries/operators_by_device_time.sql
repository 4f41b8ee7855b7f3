-- title: Operators by device time
-- title[ja]: デバイス時間の長い演算
-- help: Which operators launch the work that takes the devices' time, and how long it waits after its launch.
-- help[ja]: デバイスの時間を使う処理を起動した演算と、起動後の待ち。
SELECT operator, count(*) AS launches, sum(dur) AS device_ns, median(delay) AS median_delay_ns
FROM launch
GROUP BY operator
ORDER BY device_ns DESC
LIMIT 50
