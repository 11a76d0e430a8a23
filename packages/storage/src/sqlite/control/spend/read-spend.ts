import type { CalendarDays, CountedSpend, DailySpend, SpendDay, SpendOfDays } from '../../../spend-store.ts';
import { inOneMoment } from '../../in-one-moment.ts';
import type { Connection } from '../../open-database.ts';
import { CURRENT_DAYS } from './current-days.ts';

/** True of a row of a file for whose campaign and day the platform itself has one. */
const IS_SUPERSEDED = `
  source.integration_id IS NULL AND EXISTS (
    SELECT 1 FROM spend_sources AS asked
    JOIN current_days AS known ON known.source = asked.id AND known.date = stored.date
    JOIN spend_rows AS better
      ON better.source = known.source AND better.date = known.date AND better.import = known.import
      AND better.campaign_id = stored.campaign_id
    WHERE asked.project_id = :project AND asked.platform = source.platform AND asked.integration_id IS NOT NULL)`;

const FROM_CURRENT = `
  FROM current_days AS current
  JOIN spend_sources AS source ON source.id = current.source
  JOIN spend_rows AS stored
    ON stored.source = current.source AND stored.date = current.date AND stored.import = current.import`;

const ROWS = `
  WITH ${CURRENT_DAYS}
  SELECT stored.date, stored.campaign_id AS campaignId, stored.campaign, stored.micros, stored.currency,
    stored.impressions, stored.clicks, source.platform, source.account
  ${FROM_CURRENT}
  WHERE NOT (${IS_SUPERSEDED})
  ORDER BY stored.date, source.platform, source.account, stored.campaign_id`;

/** Amounts in two halves: their sum may be more than an integer of SQLite holds. */
const SUMS = `
  WITH ${CURRENT_DAYS}
  SELECT stored.date, stored.currency, sum(stored.micros >> 32) AS high, sum(stored.micros & 4294967295) AS low,
    sum(stored.impressions) AS impressions, sum(stored.clicks) AS clicks
  ${FROM_CURRENT}
  WHERE NOT (${IS_SUPERSEDED})
  GROUP BY stored.date, stored.currency
  ORDER BY stored.date, stored.currency`;

const READ = `
  WITH ${CURRENT_DAYS}
  SELECT current.date, source.platform, source.integration_id AS integration, source.account,
    source.time_zone AS timeZone, import.read_at AS readAt
  FROM current_days AS current
  JOIN spend_sources AS source ON source.id = current.source
  JOIN spend_imports AS import ON import.id = current.import
  ORDER BY current.date, source.platform, source.integration_id IS NULL, source.account`;

const SUPERSEDED = `
  WITH ${CURRENT_DAYS}
  SELECT count(*) ${FROM_CURRENT} WHERE current.import = :import AND ${IS_SUPERSEDED}`;

/** Rows that counted until this import, and of whose campaign and day it has none. */
const REMOVED = `
  WITH before AS (
    SELECT day.source, day.date, old.import, max(imported.number)
    FROM (SELECT DISTINCT source, date FROM spend_days WHERE import = :import) AS day
    JOIN (SELECT DISTINCT source, date, import FROM spend_days) AS old ON old.source = day.source AND old.date = day.date
    JOIN spend_imports AS imported ON imported.id = old.import AND imported.state = 'counts'
    WHERE imported.number < (SELECT number FROM spend_imports WHERE id = :import)
    GROUP BY day.source, day.date
  )
  SELECT count(*) FROM before
  JOIN spend_rows AS stored
    ON stored.source = before.source AND stored.date = before.date AND stored.import = before.import
  WHERE NOT EXISTS (
    SELECT 1 FROM spend_rows AS now
    WHERE now.source = stored.source AND now.date = stored.date AND now.import = :import
      AND now.campaign_id = stored.campaign_id)`;

type Row = {
  readonly [Name in keyof CountedSpend]: CountedSpend[Name] extends number ? bigint : CountedSpend[Name];
};
type SumRow = {
  readonly date: string;
  readonly currency: string;
  readonly high: bigint;
  readonly low: bigint;
  readonly impressions: bigint;
  readonly clicks: bigint;
};
type Counted = { readonly import: number; readonly project: string };

/** What counts, and what an import has changed in it. */
export function spendReader(db: Connection) {
  const rows = db.prepare(ROWS).safeIntegers(true);
  const sums = db.prepare(SUMS).safeIntegers(true);
  const read = db.prepare(READ);
  const superseded = db.prepare(SUPERSEDED).pluck();
  const removed = db.prepare(REMOVED).pluck();
  const countOf = db
    .prepare(
      'SELECT count(*) FROM spend_rows WHERE source = ? AND import IN (SELECT id FROM spend_imports WHERE state = ?)',
    )
    .pluck();

  const readDays = inOneMoment(
    db,
    (project: string, days: CalendarDays): SpendOfDays => ({
      rows: (rows.all({ project, ...days }) as Row[]).map(toCounted),
      read: read.all({ project, ...days }) as SpendDay[],
    }),
  );

  const sumDays = inOneMoment(db, (project: string, days: CalendarDays) => ({
    rows: (sums.all({ project, ...days }) as SumRow[]).map(toDaily),
    read: read.all({ project, ...days }) as SpendDay[],
  }));

  return {
    read: readDays,
    sum: sumDays,
    days: (project: string, days: CalendarDays) => read.all({ project, ...days }) as SpendDay[],
    /** Of the rows of an import of a file. */
    supersededBy: (counted: Counted, days: CalendarDays) => superseded.get({ ...counted, ...days }) as number,
    removedBy: (id: number) => removed.get({ import: id }) as number,
    countOf: (source: number) => countOf.get(source, 'counts') as number,
  };
}

function toCounted({ impressions, clicks, ...row }: Row): CountedSpend {
  return { ...row, impressions: Number(impressions), clicks: Number(clicks) };
}

function toDaily({ date, currency, high, low, impressions, clicks }: SumRow): DailySpend {
  const micros = (high << 32n) + low;
  return { date, currency, micros, impressions: Number(impressions), clicks: Number(clicks) };
}
