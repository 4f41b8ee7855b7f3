SELECT name, count(*), sum(dur) FROM slice WHERE ts BETWEEN 5 AND 90 GROUP BY name ORDER BY 3 DESC
