import { type EventId, formatEventId } from '@cvq/contract';
import type { Random } from './random.ts';

/** Where the collector itself shows the shop, so that history and live visits are of the same pages. */
export const SHOP = 'http://localhost/demo/';

/** An event with the id and the time that the SDK gives it. */
export type DemoEvent = {
  readonly key: EventId;
  readonly at: number;
  readonly json: { readonly id: string; readonly timestamp: string } & Readonly<Record<string, unknown>>;
};

/** An event as the SDK would have sent it. `at`: epoch milliseconds. */
export function demoEvent(random: Random, at: number, said: Readonly<Record<string, unknown>>): DemoEvent {
  const key = { ms: at, suffix: random.suffix() };
  return { key, at, json: { id: formatEventId(key), timestamp: new Date(at).toISOString(), ...said } };
}
