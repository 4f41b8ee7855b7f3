-- title: Slowest rank of each step
-- title[ja]: 各ステップで最も遅いランク
-- help: Steps by rank, with how far each lies behind the fastest rank of the same step.
-- help[ja]: ランクごとのステップと、同じステップの最も速いランクからの遅れ。
SELECT name AS step, rank, dur, dur - min(dur) OVER (PARTITION BY name) AS behind_ns
FROM step
ORDER BY behind_ns DESC, name, rank
LIMIT 100
