import type { Connection } from '../open-database.ts';
import { AS_HELD, HELD_COLUMNS, TARGETS } from './all-deliveries.ts';
import { CONVERSION } from './delivery-keys.ts';

/** Of one list, what was owed by then, the earliest first. */
const UP_TO = `(project, ms, suffix) IN (
  SELECT project, ms, suffix FROM ad_owed INDEXED BY ad_owed_by_time
  WHERE list = :list AND created_at <= :until ORDER BY created_at, project, ms, suffix LIMIT :limit)`;
/** Of every list that an integration is in. */
const OF_INTEGRATION = `list IN (
  SELECT ad_target_lists.id FROM ad_target_lists, json_each(ad_target_lists.targets) target
  WHERE target.value ->> 0 = :integration)`;

/**
 * Makes deliveries of what conversions owe, one for each integration, within a transaction of the caller that writes: until
 * somebody has to write one of them, all that a conversion owes stands in one row.
 */
export class OwedDeliveries {
  readonly makeOfConversion: (conversion: { project: number; ms: number; suffix: string }) => void;
  readonly makeUpTo: (due: { list: number; until: number; limit: number }) => void;
  readonly makeOfIntegration: (given: { integration: number }) => void;

  constructor(db: Connection) {
    this.makeOfConversion = makeOwedIn(db, CONVERSION);
    this.makeUpTo = makeOwedIn(db, UP_TO);
    this.makeOfIntegration = makeOwedIn(db, OF_INTEGRATION);
  }
}

/** Makes the deliveries of some rows of `ad_owed`. `which`: SQL that is true of these. */
export function makeOwedIn<Given extends object>(db: Connection, which: string): (given: Given) => void {
  const insert = db.prepare(`
    INSERT INTO ad_deliveries (${HELD_COLUMNS})
    SELECT ${AS_HELD} FROM ad_owed ${TARGETS} WHERE ${which} ON CONFLICT DO NOTHING`);
  const remove = db.prepare(`DELETE FROM ad_owed WHERE ${which}`);
  return (given) => {
    insert.run(given);
    remove.run(given);
  };
}
