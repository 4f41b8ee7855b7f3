-- title: Who is waited for
-- title[ja]: 待たれているランク
-- help: How often each rank comes last to a collective, and how long the others wait for it then.
-- help[ja]: 各ランクが集団通信に最後に来る回数と、そのとき他のランクが待つ時間。
SELECT rank, count(*) AS collectives, sum(last) AS came_last, sum(late) AS late_ns, sum(CASE WHEN last THEN waits END) AS waited_for_ns
FROM (SELECT rank, late, last, sum(wait) OVER (PARTITION BY id) AS waits
      FROM collective WHERE ranks > 1 AND matched_by <> 'time')
GROUP BY rank
ORDER BY waited_for_ns DESC, rank
