import type { EventId } from '@cvq/contract';
import {
  type ControlStore,
  type IngestLedger,
  openIngestLedger,
  type Removal,
  type StoreLocation,
} from '@cvq/storage';
import type { Bell } from '../deliveries/bell.ts';
import { subscriptionsOf } from '../webhooks/endpoints.ts';

/** What takes conversions out of every answer. */
export type Removals = { remove(project: string, id: EventId, now: number): Promise<Removal> };

type Deps = { readonly control: ControlStore; readonly bell: Pick<Bell, 'ring'> };

/** Opens its store when it is first asked, which is rare, and rings for the worker that tells webhooks. */
export function openRemovals(
  location: StoreLocation,
  { control, bell }: Deps,
): Removals & { close(): Promise<void> } {
  let ledger: IngestLedger | null = null;
  return {
    async remove(project, id, now) {
      ledger ??= openIngestLedger({ ...location, migrate: false });
      const subscriptions = subscriptionsOf(await control.listWebhooks());
      const removal = await ledger.removeConversion(project, id, { now, subscriptions });
      bell.ring();
      return removal;
    },
    close: async () => ledger?.close(),
  };
}
