import { type AdDeliveryStore, openAdDeliveryStore, type StoreLocation } from '@cvq/storage';
import type { Bell } from '../../deliveries/bell.ts';

/** What people and programs ask of deliveries to ad platforms, and have done to them. */
export type AskedAdDeliveries = Pick<
  AdDeliveryStore,
  | 'blocked'
  | 'builtRequests'
  | 'cancel'
  | 'count'
  | 'endDryRun'
  | 'owe'
  | 'countEarlier'
  | 'resume'
  | 'retry'
  | 'throttles'
>;

/** Opens its store when it is first asked, which is rare, and rings for the worker after what it has to hear of. */
export function openAdDeliveries(
  location: StoreLocation,
  bell: Pick<Bell, 'ring'>,
): AskedAdDeliveries & { close(): Promise<void> } {
  let opened: AdDeliveryStore | null = null;
  const store = () => {
    opened ??= openAdDeliveryStore({ ...location, migrate: false }, { synced: true });
    return opened;
  };
  async function rung<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const given = await answer;
    bell.ring();
    return given;
  }
  return {
    retry: async (key, now) => rung(store().retry(key, now)),
    owe: async (target, of) => rung(store().owe(target, of)),
    countEarlier: async (target, since) => store().countEarlier(target, since),
    resume: async (integration, now) => rung(store().resume(integration, now)),
    endDryRun: async (integration, now) => rung(store().endDryRun(integration, now)),
    cancel: async (integration, now) => rung(store().cancel(integration, now)),
    blocked: async (atMost) => store().blocked(atMost),
    throttles: async (now) => store().throttles(now),
    count: async (project, period) => store().count(project, period),
    builtRequests: async (of, atMost) => store().builtRequests(of, atMost),
    close: async () => opened?.close(),
  };
}
