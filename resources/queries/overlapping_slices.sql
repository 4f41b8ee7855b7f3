-- title: Tracks whose slices overlap
-- title[ja]: スライスが重なるトラック
-- help: Partial overlaps that the import laid into lanes of their own.
-- help[ja]: インポートが別のレーンに置いた、部分的に重なるスライス。
SELECT t.rank, p.name AS process, t.name AS thread, t.slices, t.displaced
FROM thread_track t JOIN thread h ON h.utid = t.utid JOIN process p ON p.upid = h.upid
WHERE t.displaced > 0
ORDER BY t.displaced DESC, t.id
