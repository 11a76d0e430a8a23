import { MINUTE_MS } from '@cvq/contract/constants';
import type { Period } from '@cvq/storage';

/** Who did something in these last minutes is there now. */
const LIVE_MS = 5 * MINUTE_MS;

/** The time whose visitors are there at an instant. */
export function livePeriod(at: number): Period {
  return { from: at - LIVE_MS, to: at + 1 };
}
