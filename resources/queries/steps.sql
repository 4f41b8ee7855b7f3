-- title: Steps
-- title[ja]: ステップ
-- help: Each training step with its length and how far it is from the mean.
-- help[ja]: 各学習ステップの長さと平均からの差。
SELECT rank, name, ts, dur, dur - avg(dur) OVER (PARTITION BY rank) AS from_mean_ns
FROM step
ORDER BY rank, ts
