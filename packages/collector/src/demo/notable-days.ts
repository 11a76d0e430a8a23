import { DAY_MS, HOUR_MS } from '@cvq/contract';

/** Something that happened to the demo shop, so many days before its history ends. */
type NotableDay = { readonly ago: number; readonly text: string };

/** A magazine brings visitors: so many times as usual on that day and those after it. */
export const PRESS = {
  ago: 10,
  text: 'Kiln Weekly writes about us',
  times: [3.2, 2.1, 1.6, 1.3, 1.15],
} as const satisfies NotableDay & { readonly times: readonly number[] };

/** Nobody gets through for some hours of a day, in UTC. */
export const OUTAGE = {
  ago: 20,
  text: 'Host was down from 9 to 18 o’clock',
  from: 9,
  to: 18,
} as const satisfies NotableDay & { readonly from: number; readonly to: number };

/** Those of the days of a history. `today`: the first instant of its last day. */
export function notableDays(today: number, days: number): { readonly day: number; readonly text: string }[] {
  return [OUTAGE, PRESS]
    .filter(({ ago }) => ago < days)
    .map(({ ago, text }) => ({ day: today - ago * DAY_MS, text }));
}

/** Whether the shop was down at an instant. */
export function isDown(at: number, today: number): boolean {
  const start = today - OUTAGE.ago * DAY_MS;
  return at >= start + OUTAGE.from * HOUR_MS && at < start + OUTAGE.to * HOUR_MS;
}
