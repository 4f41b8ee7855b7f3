-- title: Longest gaps on streams
-- title[ja]: ストリームの長い空き
-- help: Where a stream had nothing to do, with what ran before and after.
-- help[ja]: ストリームの空き時間と、その前後に動いたもの。
SELECT * FROM (
  SELECT rank, track_id, ts + dur AS gap_begin,
         lead(ts) OVER lane - (ts + dur) AS gap_ns, name AS before,
         lead(name) OVER lane AS after, id AS slice_id
  FROM slice
  WHERE category IN ('kernel', 'Kernel', 'concurrent_kernel', 'mtia_ccp_events', 'hpu_op')
  WINDOW lane AS (PARTITION BY track_id ORDER BY ts, id)
)
WHERE gap_ns > 0
ORDER BY gap_ns DESC, slice_id
LIMIT 50
