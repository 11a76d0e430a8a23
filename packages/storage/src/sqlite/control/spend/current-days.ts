/**
 * The days of a project's sources from `:first` to `:last`, each with the import whose rows count: the one that came last.
 * A common table expression.
 */
export const CURRENT_DAYS = `
  current_days AS MATERIALIZED (
    SELECT day.source, day.date, day.import, max(import.number) AS number
    FROM spend_sources AS source
    JOIN spend_days AS day ON day.source = source.id
    JOIN spend_imports AS import ON import.id = day.import AND import.state = 'counts'
    WHERE source.project_id = :project AND day.date BETWEEN :first AND :last
    GROUP BY day.source, day.date
  )`;
