-- title: Largest allocations
-- title[ja]: 大きなメモリ確保
-- help: PyTorch's memory marks by size, with the operator that asked.
-- help[ja]: 大きさ順の PyTorch のメモリ記録と、要求した演算。
SELECT m.ts, arg(m.id, 'Bytes') AS bytes, arg(m.id, 'Total Allocated') AS allocated, arg(m.id, 'Device Type') AS device_type,
       p.name AS inside, m.id AS slice_id
FROM slice m LEFT JOIN slice p ON p.id = m.parent_id
WHERE m.instant = 1 AND m.name = '[memory]'
ORDER BY bytes DESC, m.id
LIMIT 50
