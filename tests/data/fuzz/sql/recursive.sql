WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 9) SELECT x, arg(x, 'stream'), (SELECT value FROM args WHERE arg_set_id = x) FROM n
