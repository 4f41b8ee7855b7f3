-- title: Largest copies
-- title[ja]: 大きなコピー
-- help: Single copies and fills of devices by their size, with the operator that asked.
-- help[ja]: 大きさ順のデバイスのコピーとフィル、要求した演算。
SELECT l.rank, l.name, arg(l.id, 'bytes') AS bytes, l.dur AS copy_ns, l.operator, l.id AS slice_id
FROM launch l
JOIN slice s ON s.id = l.id
WHERE s.category IN ('gpu_memcpy', 'gpu_memset', 'Memcpy', 'Memset')
ORDER BY bytes DESC, l.id
LIMIT 50
