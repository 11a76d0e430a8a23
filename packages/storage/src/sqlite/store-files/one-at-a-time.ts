import type { StoreLocation } from '../../store-location.ts';
import { openStore } from './open-store.ts';

/**
 * Does something while no other process does. A process that is killed meanwhile keeps nobody waiting. What the work itself
 * throws is not taken for a failure of the store.
 */
export function doOneAtATime(location: StoreLocation, work: () => void): void {
  const db = openStore(location, { store: 'control' }, (opened) => opened);
  try {
    db.transaction(work).immediate();
  } finally {
    db.close();
  }
}
