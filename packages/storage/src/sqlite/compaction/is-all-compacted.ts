import { HOUR_MS } from '@cvq/contract/constants';
import { isBlockBroken } from '../../block-broken.ts';
import { oncePerConnection } from '../once-per-connection.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { DAY_RESTS_AFTER_MS, DaysAtRest } from './days-at-rest.ts';
import { RowsAtRest } from './rows-at-rest.ts';

const LEFT = `
  SELECT EXISTS (SELECT 1 FROM withdrawn_days)
    OR EXISTS (SELECT 1 FROM unindexed_blocks WHERE project = :project)`;

const findersIn = oncePerConnection((db) => ({
  left: db.prepare(LEFT).pluck(),
  rows: new RowsAtRest(db),
  days: new DaysAtRest(db),
}));

/** `archiveHours`: see `ReportsOptions`. `now`: epoch milliseconds. */
type Moment = { readonly archiveHours: number; readonly now: number };

/**
 * Whether nothing of a project is to be stored as columns, archived or indexed, and nothing that was withdrawn is to be
 * deleted. It is asked on a connection that reads: where it is true, the thread that compacts need not be started.
 */
export function isAllCompacted(db: Connection, key: string, { archiveHours, now }: Moment): boolean {
  const project = projectNumber(db, key);
  if (project === undefined) return true;
  const { left, rows, days } = findersIn(db);
  if (left.get({ project }) === 1) return false;
  if (isAny(rows.of(project, { afterMs: archiveHours * HOUR_MS, now }))) return false;
  try {
    return !isAny(days.of(project, { afterMs: DAY_RESTS_AFTER_MS, now }));
  } catch (error) {
    // Whoever compacts tells of it.
    if (isBlockBroken(error)) return false;
    throw error;
  }
}

function isAny(found: Iterable<unknown>): boolean {
  for (const _ of found) return true;
  return false;
}
