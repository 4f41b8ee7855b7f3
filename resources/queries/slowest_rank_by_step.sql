-- title: Most work of each step
-- title[ja]: 各ステップで最も仕事の多いランク
-- help: How much longer each rank computes than the one that computes least in the same step.
-- help[ja]: 同じステップで計算が最も短いランクより、各ランクの計算がどれだけ長いか。
SELECT step, rank, dur, computing, computing - min(computing) OVER (PARTITION BY step) AS more_ns
FROM step_time
ORDER BY more_ns DESC, step, rank
LIMIT 100
