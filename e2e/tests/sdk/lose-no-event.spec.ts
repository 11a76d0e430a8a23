import { firstOfAlike } from '../../first-of-alike.ts';
import { always, type Fault, first } from '../../sdk/fault.ts';
import { lossPage, lossScenarios, type Pace } from '../../sdk/loss-scenarios.ts';
import { marks } from '../../sdk/marks.ts';
import type { Site } from '../../sdk/site.ts';
import { expect, test } from '../../sdk/test.ts';

const PACE: Pace = { visitors: 2, outageMs: 500, recoveryMs: 20_000, quietMs: 400 };
/** How many records of undelivered events the page has in its store. */
const WAITING = `return Object.keys(localStorage).filter((key) => key.startsWith('cvq.')).length;`;

/** A page that goes away, a collector that is away, and what stands between them: the others are variants of these. */
const ALWAYS = ['A', 'D', 'G', 'J'];

for (const { letter, title, events, play } of lossScenarios) {
  const tag = ALWAYS.includes(letter) ? [] : ['@long'];
  test(`stores every event exactly once when it is ${letter}: ${title}`, { tag }, async ({
    engine,
    tracker,
    openSite,
    storedFor,
  }) => {
    const site = await openSite(lossPage);
    await play({ engine, tracker, site, pace: PACE });
    const stored = async () => markedIn(await storedFor(site));
    await expect.poll(stored).toEqual(events(PACE).sort());
    // A beacon cannot tell whether it arrived, so the next page asks, and repeats only what did not.
    expect(extraSends(site)).toBeLessThanOrEqual(events(PACE).length / 2);
  });
}

const faults: [what: string, fault: Fault][] = [
  ['is asked to wait by a 429', { kind: 'status', status: 429, retryAfter: 1 }],
  ['breaks on the way to the collector', { kind: 'cut before' }],
  ['breaks on the way back, when the collector has stored it', { kind: 'cut after' }],
];

for (const [index, [what, fault]] of faults.entries()) {
  test(
    `stores every event exactly once when a request ${what}`,
    firstOfAlike(index),
    async ({ visitor, tracker, openSite, storedFor }) => {
      const site = await openSite(lossPage);
      await visitor.open(`${site.address}/`);
      await site.untilQuiet(PACE.quietMs);
      site.faults = first(1, fault);
      const names = marks('r', 3);
      for (const name of names) await visitor.run(tracker.track(JSON.stringify(name)));
      await expect.poll(async () => markedIn(await storedFor(site))).toEqual(names);
      expect(site.failed).toBe(1);
    },
  );
}

test('sends an event once, and never again, when nothing goes wrong', {
  tag: '@every-engine',
}, async ({ visitor, tracker, openSite, storedFor }) => {
  const site = await openSite(lossPage);
  await visitor.open(`${site.address}/`);
  const names = marks('o', 3);
  for (const name of names) await visitor.run(tracker.track(JSON.stringify(name)));
  await expect.poll(async () => markedIn(await storedFor(site))).toEqual(names);
  await visitor.open(`${site.address}/next`);
  await site.untilQuiet(PACE.quietMs);
  expect(names.map((name) => site.arrivals.get(name))).toEqual([1, 1, 1]);
});

test('an event that a collector refuses as a whole is not sent for ever', async ({
  visitor,
  tracker,
  openSite,
}) => {
  const site = await openSite(lossPage);
  await visitor.open(`${site.address}/`);
  await expect.poll(() => site.heard).toBe(1);
  site.faults = always({ kind: 'status', status: 400, body: '{"success":false,"error":"no"}' });
  await visitor.run(tracker.track('"refused"'));
  // As it was, and with nothing but the key.
  await expect.poll(() => site.failed).toBe(2);
  // The page has to hear of it before it is left.
  await expect.poll(() => visitor.run(WAITING)).toBe(0);
  await visitor.open(`${site.address}/next`);
  // The view of the second page is refused too; the first event was given up.
  await expect.poll(() => site.failed).toBe(4);
  await site.untilQuiet(PACE.quietMs);
  expect(site.failed).toBe(4);
});

function markedIn(events: { event_type: string }[]): string[] {
  return events
    .map(({ event_type }) => event_type)
    .filter((type) => type.startsWith('zz'))
    .sort();
}

function extraSends({ arrivals }: Site): number {
  return [...arrivals.values()].reduce((extra, times) => extra + times - 1, 0);
}
