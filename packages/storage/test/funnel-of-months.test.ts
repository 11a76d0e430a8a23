import { expect, it } from 'vitest';
import { anEvent, aProject, DAY, NOON, visitor } from '../../../test/builders/event-records.ts';
import { ask, EVER } from './contract/stores.ts';
import { eventStoresOfFile } from './event-stores.ts';

const { store } = eventStoresOfFile();

const TYPES = ['pageview', 'signup', 'purchase'];

/** Each takes the steps so many days after noon of the first day. */
async function funnelOf(steps: readonly (readonly number[])[], windowMs: number) {
  const project = aProject();
  const events = steps.flatMap((days, who) =>
    days.map((day, step) =>
      anEvent({ project, visitor: visitor(`${who}`), type: TYPES[step] as string, at: NOON + day * DAY }),
    ),
  );
  await store.ledger.append(events);
  return store.reports.funnel(ask(project), EVER, { eventTypes: TYPES, windowMs, scope: 'visitor' });
}

it('tells steps that are months apart, as far as the window reaches', async () => {
  const steps = [
    [0, 60, 85],
    [1, 2],
    [5, 70],
    [3, 3.5, 4.5],
  ];
  const [first, second, third] = await funnelOf(steps, 90 * DAY);
  expect(first).toEqual({ count: 4, medianMsFromPrevious: null });
  expect(second).toEqual({ count: 4, medianMsFromPrevious: ((60 + 1) / 2) * DAY });
  expect(third).toEqual({ count: 2, medianMsFromPrevious: 13 * DAY });
});

it('takes a step that is further from the first than the window for none, also by two months', async () => {
  const steps = [
    [0, 10, 60],
    [0, 60],
    [0, 29, 30],
  ];
  const [first, second, third] = await funnelOf(steps, 30 * DAY);
  expect(first?.count).toBe(3);
  expect(second).toEqual({ count: 2, medianMsFromPrevious: ((10 + 29) / 2) * DAY });
  expect(third).toEqual({ count: 1, medianMsFromPrevious: DAY });
});
