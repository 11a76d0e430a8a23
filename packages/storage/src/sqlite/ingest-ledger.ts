import type { IngestLedger } from '../ingest-ledger.ts';
import type { StoreLocation } from '../store-location.ts';
import { withEventWriting } from './events-file.ts';
import { ConversionRemoval } from './ingest/conversion-removal.ts';
import { EventWriter } from './ingest/event-writer.ts';
import { createPurge } from './ingest/purge.ts';
import { createStoredEvents } from './ingest/stored-ids.ts';
import type { Connection, Durability } from './open-database.ts';

/** A ledger and its log in one SQLite file: what is let in is kept by the same transaction, in the thread that asks. */
export function openSqliteIngestLedger(
  location: StoreLocation,
  durability: Durability = 'synced',
): IngestLedger {
  return withEventWriting(location, (db) => ledgerOf(db, durability), durability);
}

function ledgerOf(db: Connection, durability: Durability): IngestLedger {
  // The memories of the writer are made for the first event: a command that only removes has no use for them.
  let writer: EventWriter | null = null;
  let removals: ConversionRemoval | null = null;
  const storedEvents = createStoredEvents(db);
  const purge = createPurge(db);
  const probe = db.prepare('UPDATE probes SET count = count + 1');
  return {
    capabilities: {
      durability: durability === 'synced' ? 'power_loss' : 'process_end',
      duplicates: 'at_once',
    },
    async append(events, subscriptions, onWritten) {
      writer ??= new EventWriter(db);
      return writer.append(events, subscriptions, onWritten);
    },
    async removeConversion(project, id, removal) {
      removals ??= new ConversionRemoval(db);
      return removals.remove(project, id, removal);
    },
    stored: async (project, ids) => storedEvents(project, ids),
    async probe() {
      probe.run();
    },
    purge: async (now) => purge(now),
    close: async () => void db.close(),
  };
}
