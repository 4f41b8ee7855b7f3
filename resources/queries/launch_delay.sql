-- title: Slowest launches
-- title[ja]: 遅い起動
-- help: Kernels that waited longest between the call that launched them and their start.
-- help[ja]: 起動の呼び出しから開始までの待ちが長いカーネル。
SELECT k.name AS kernel, h.name AS launched_by, k.ts - (h.ts + h.dur) AS delay_ns, k.dur AS kernel_ns, k.id AS slice_id
FROM flow f
JOIN slice h ON h.id = f.slice_out
JOIN slice k ON k.id = f.slice_in
WHERE k.category IN ('kernel', 'Kernel', 'concurrent_kernel', 'mtia_ccp_events', 'hpu_op')
ORDER BY delay_ns DESC, k.id
LIMIT 50
