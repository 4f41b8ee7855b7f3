-- title: Communication hidden behind computing
-- title[ja]: 計算に隠れた通信
-- help: How much of each rank's communication runs while its device also computes.
-- help[ja]: 各ランクの通信のうち、計算と同時に進む割合。
SELECT rank, a_ns AS compute_ns, b_ns AS communication_ns, both_ns AS hidden_ns, b_ns - both_ns AS exposed_ns,
       CASE WHEN b_ns > 0 THEN 1.0 * both_ns / b_ns END AS hidden_share
FROM overlap('compute', 'communication')
ORDER BY rank
