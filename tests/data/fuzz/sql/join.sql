SELECT s.id, p.name FROM slice s JOIN slice p ON p.id = s.parent_id WHERE s.name GLOB 'na*' AND s.depth > 0 ORDER BY s.ts DESC LIMIT 5
