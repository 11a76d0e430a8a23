import { openIngestLedger as open, type StoreLocation } from '@cvq/storage';

export * from '@cvq/storage';

/** Stores a repeated request as often as it comes. */
export function openIngestLedger(location: StoreLocation) {
  const store = open(location);
  return {
    ...store,
    append: (events: Parameters<typeof store.append>[0]) =>
      store.append(events.map((event) => ({ ...event, idempotency: null }))),
  };
}
