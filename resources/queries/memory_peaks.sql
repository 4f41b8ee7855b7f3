-- title: Peaks of memory
-- title[ja]: メモリのピーク
-- help: The most that each allocator held, when, and how much of the device's memory it held unused then.
-- help[ja]: 各アロケーターが最も多く保持した量と時刻、そのとき使わずに保持していた量。
SELECT rank, device, ts, allocated, reserved, reserved - allocated AS unused, reserved_peak, before AS before_recording
FROM memory_peak
ORDER BY allocated DESC, rank
