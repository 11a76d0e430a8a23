import type { EventId } from '@cvq/contract';
import type { Connection } from '../open-database.ts';

type Conversion = EventId & { readonly project: number; readonly at: number };

/** Notes when a conversion happened whose id tells another time, in the transaction of the caller. */
export function addCorrectedTimeIn(db: Connection): (conversion: Conversion) => void {
  const add = db.prepare(`
    INSERT INTO ad_corrected_times (project, at, ms, suffix) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  return ({ project, at, ms, suffix }) => void add.run(project, at, ms, suffix);
}
