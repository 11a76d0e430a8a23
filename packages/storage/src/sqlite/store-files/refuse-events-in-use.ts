import type { StoreLocation } from '../../store-location.ts';
import { closeWhole } from '../open-database.ts';
import { eventsFile } from './events-file.ts';
import { openStore } from './open-store.ts';
import { useAlone } from './use-alone.ts';

/** @throws StoreInUse where another process has the store open; as `openStore` */
export function refuseEventsInUse(location: StoreLocation): void {
  openStore(location, { store: 'events' }, (db) => {
    useAlone(db, eventsFile(location));
    closeWhole(db);
  });
}
