import type { StoreLocation } from '../store-location.ts';
import { openStore } from './open-store.ts';

/** Does something while no other process does. A process that is killed meanwhile keeps nobody waiting. */
export function doOneAtATime(location: StoreLocation, work: () => void): void {
  openStore(location, { store: 'control' }, (db) => {
    db.transaction(work).immediate();
    db.close();
  });
}
