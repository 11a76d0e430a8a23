import { DAY_MS } from '@cvq/contract/constants';
import type { Period } from '../../reports.ts';
import type { Day } from '../days/day.ts';

/** Whether all of a day lies in a period. */
export function isWhole({ start }: Day, { from, to }: Period): boolean {
  return start >= from && start + DAY_MS <= to;
}
