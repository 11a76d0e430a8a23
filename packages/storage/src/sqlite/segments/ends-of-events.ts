/** SQL of the first and the last time, `low` and `high`, of a project's events, by their ids and by corrected times. */
export const ENDS_OF_EVENTS = `
    SELECT (SELECT min(ms) FROM events WHERE project = :project) AS low, (SELECT max(ms) FROM events WHERE project = :project) AS high
    UNION ALL
    SELECT
      (SELECT min(at) FROM events INDEXED BY events_with_corrected_time WHERE project = :project AND at <> ms),
      (SELECT max(at) FROM events INDEXED BY events_with_corrected_time WHERE project = :project AND at <> ms)`;
