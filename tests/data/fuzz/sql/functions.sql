SELECT * FROM slice_summary(0, 99, NULL, 'op'), busy(0, 9), overlap('name*', 'cpu_op') WHERE rank IS NULL
