import { openIngestLedger as open, type StoreLocation } from '@cvq/storage';

export * from '@cvq/storage';

/** Dies of an event whose type is `die`, as a thread does that has no memory left: nobody can catch it. */
export function openIngestLedger(location: StoreLocation) {
  const store = open(location);
  return {
    ...store,
    append(events: Parameters<typeof store.append>[0]) {
      if (!events.some(({ type }) => type === 'die')) return store.append(events);
      setImmediate(() => {
        throw new Error('The thread was struck by a test');
      });
      return new Promise<never>(() => {});
    },
  };
}
