import type { IngestLedger } from '../ingest-ledger.ts';
import type { StoreLocation } from '../store-location.ts';
import type { StoreNews } from '../store-news.ts';
import { ConversionRemoval } from './ingest/conversion-removal.ts';
import { EventWriter } from './ingest/event-writer.ts';
import { createPurge } from './ingest/purge.ts';
import { createStoredEvents } from './ingest/stored-ids.ts';
import { leftFree } from './left-free.ts';
import { type Connection, closeWhole, type Durability } from './open-database.ts';
import { openStore } from './store-files/open-store.ts';
import { markStore } from './store-files/store-mark.ts';

/** What a full group of events takes in the file, at most about: where less has room, the next group may not. */
const PROBE_BYTES = 1_048_576;

/** A ledger and its log in one SQLite file: what is let in is kept by the same transaction, in the thread that asks. */
export function openSqliteIngestLedger(
  location: StoreLocation,
  durability: Durability = 'synced',
  hear: (news: StoreNews) => void = () => {},
): IngestLedger {
  return openStore(location, { store: 'events', durability }, (db) =>
    ledgerOf(db, { folder: location.folder, durability, hear }),
  );
}

type Place = {
  readonly folder: string;
  readonly durability: Durability;
  /** Gets each kind of news once. */
  readonly hear: (news: StoreNews) => void;
};

function ledgerOf(db: Connection, { folder, durability, hear }: Place): IngestLedger {
  const writer = new EventWriter(db);
  let removals: ConversionRemoval | null = null;
  // Another number only where another connection has committed.
  const versionOf = () => db.pragma('data_version', { simple: true }) as number;
  let importedAt: number | null = null;
  const storedEvents = createStoredEvents(db);
  const purge = createPurge(db);
  const probe = db.prepare('UPDATE probes SET count = count + 1, padding = zeroblob(?)');
  const mark = markOnce(db, { folder, hear });
  const endProbe = db.prepare('UPDATE probes SET padding = NULL');
  return {
    capabilities: {
      durability: durability === 'synced' ? 'power_loss' : 'process_end',
      duplicates: 'at_once',
    },
    append: writer.append,
    async import(events) {
      const version = versionOf();
      const isShared = importedAt !== null && version !== importedAt;
      importedAt = version;
      return { outcomes: writer.import(events), isShared };
    },
    async removeConversion(project, id, removal) {
      removals ??= new ConversionRemoval(db);
      const { remove } = removals;
      return leftFree(db, () => remove(project, id, removal));
    },
    stored: async (project, ids) => leftFree(db, () => storedEvents(project, ids)),
    async probe() {
      probe.run(PROBE_BYTES);
      endProbe.run();
    },
    async purge(now) {
      leftFree(db, () => purge(now));
      mark();
    },
    async close() {
      mark();
      closeWhole(db);
    },
  };
}

/** Writes the mark of the store each time, and tells of each trouble with it once. */
function markOnce(db: Connection, { folder, hear }: Pick<Place, 'folder' | 'hear'>): () => void {
  const told = new Set<StoreNews['kind']>();
  return () => {
    for (const news of markStore(folder, db)) {
      if (!told.has(news.kind)) hear(news);
      told.add(news.kind);
    }
  };
}
