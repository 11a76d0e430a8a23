import { brokenBlocks } from '../archive/broken-blocks.ts';
import { brokenColumns } from '../days/broken-columns.ts';
import { adDeliveryProblems } from '../forwarding/ad-delivery-problems.ts';
import type { Connection } from '../open-database.ts';
import { findings } from './integrity.ts';

/** What is wrong with events at the newest schema, beside what SQLite itself finds. */
export function eventProblems(db: Connection): string[] {
  return [
    ...findings(() => brokenColumns(db)),
    ...findings(() => brokenBlocks(db)),
    ...findings(() => adDeliveryProblems(db)),
  ];
}
