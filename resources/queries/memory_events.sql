-- title: Largest allocations
-- title[ja]: 大きなメモリ確保
-- help: Memory that was asked for, by size, with the phase and the operation that asked.
-- help[ja]: 大きさ順のメモリ確保と、要求した段階と演算。
SELECT rank, device, ts, bytes, allocated, phase, inside, inside_id AS slice_id
FROM memory_event
WHERE bytes > 0
ORDER BY bytes DESC, rank, ts
LIMIT 50
