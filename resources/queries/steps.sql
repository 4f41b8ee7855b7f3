-- title: Steps and what they are spent on
-- title[ja]: ステップとその内訳
-- help: Each step of each rank: computing, exposed communication and copies, idle; they add up to its length.
-- help[ja]: 各ランクの各ステップ: 計算、隠れない通信とコピー、アイドル。合計がステップの長さになる。
SELECT rank, name, dur, computing, communicating, copying, idle, hidden_communication, warm_up
FROM step_time
ORDER BY rank, step
