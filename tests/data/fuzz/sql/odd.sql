SELECT "name" FROM slice WHERE name LIKE '%_%' AND ts < 'x' AND track_id = '1'; -- '
