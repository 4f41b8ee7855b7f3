-- title: Busy time of tracks
-- title[ja]: トラックの稼働時間
-- help: How much of the run each thread and stream is covered by slices.
-- help[ja]: 各スレッドとストリームがスライスで覆われる時間。
SELECT b.rank, p.name AS process, t.name AS thread, t.device, t.slices, b.busy AS busy_ns, b.share
FROM busy b
JOIN thread_track t ON t.id = b.track_id
JOIN thread h ON h.utid = t.utid
JOIN process p ON p.upid = h.upid
WHERE t.slices > 0
ORDER BY b.busy DESC, t.id
