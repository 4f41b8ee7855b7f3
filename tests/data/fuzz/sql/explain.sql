EXPLAIN QUERY PLAN SELECT DISTINCT category, op FROM thread_slice JOIN flow ON slice_out = id ORDER BY op DESC, category
