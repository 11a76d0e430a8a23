import { DAY_MS } from '@cvq/contract/constants';

/** When the UTC day of a moment begins, both in epoch milliseconds. */
export const startOfDay = (at: number): number => at - (at % DAY_MS);
