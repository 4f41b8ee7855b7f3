-- title: Slices by self time
-- title[ja]: 自身の時間順のスライス
-- help: What takes time itself, without what runs inside it.
-- help[ja]: 内側で動くものを除いて、それ自身が使う時間。
SELECT key AS name, count AS calls, self AS self_ns, dur AS total_ns, max_dur AS longest_ns, longest AS slice_id
FROM slice_summary
ORDER BY self DESC, key
LIMIT 50
