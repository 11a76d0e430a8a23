import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  anEvent,
  aProject,
  aTouch,
  conversion,
  DAY,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { ask, EVER } from './contract/stores.ts';
import { eventStoresOfFile } from './event-stores.ts';
import { tries } from './histories.ts';

/** What a browser or a backend tells, one a second, of a session of a device. A sale brings no touch of its own. */
type Told = {
  readonly by: 'browser' | 'server';
  readonly device: number;
  readonly session: number;
  readonly user: string | null;
  /** Of a page view; a visit without one is direct. */
  readonly source: string | null;
};
type Placed = Told & { readonly at: number };

const told: fc.Arbitrary<Told> = fc.record({
  by: fc.constantFrom('browser', 'server'),
  device: fc.nat(2),
  session: fc.nat(1),
  user: fc.constantFrom(null, null, 'u1', 'u2'),
  source: fc.constantFrom(null, 'google', 'letter'),
});
const histories = fc
  .array(told, { minLength: 1, maxLength: 14 })
  .map((all): Placed[] => all.map((one, second) => ({ ...one, at: NOON + second * 1000 })))
  .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));

const { store } = eventStoresOfFile();

const isOfSession = (one: Placed) => (other: Placed) =>
  one.device === other.device && one.session === other.session;
const viewsOf = (all: readonly Placed[], one: Placed) =>
  all.filter(isOfSession(one)).filter(({ by }) => by === 'browser');

/** The one user of a device: whom its views name, and what backends say of its sessions once these have a view. */
function oneUserOf(all: readonly Placed[], device: number): string | null {
  const ofDevice = all.filter((one) => one.device === device && viewsOf(all, one).length > 0);
  const users = new Set(ofDevice.flatMap(({ user }) => user ?? []));
  return users.size === 1 ? ([...users][0] as string) : null;
}

/** The user that is named, else the one of the device whose session it is, else the device; null for nobody. */
function personOf(all: readonly Placed[], one: Placed, named = one.user): string | null {
  const isOfDevice = viewsOf(all, one).length > 0;
  return named ?? (isOfDevice ? (oneUserOf(all, one.device) ?? `device ${one.device}`) : null);
}

/**
 * How a sale came about: by the latest visit of its person, or its own session, that was no direct one; else by its own
 * session.
 */
function sourceOf(all: readonly Placed[], sale: Placed): string {
  const sessions = all.filter((one) => viewsOf(all, one)[0] === one);
  const own = sessions.find(isOfSession(sale));
  const visits = sessions.filter((first) => {
    const named = all.filter(isOfSession(first)).find(({ user }) => user !== null)?.user ?? null;
    const isTheirs = personOf(all, sale) !== null && personOf(all, first, named) === personOf(all, sale);
    // A backend's clock may be behind that of the visit that it reports a sale of.
    return first.source !== null && (first === own || (first.at <= sale.at && isTheirs));
  });
  return (visits.at(-1) ?? own)?.source ?? '(direct)';
}

function expected(all: readonly Placed[]) {
  const persons = new Set(all.flatMap((one) => personOf(all, one) ?? []));
  const sales = all.filter(({ by }) => by === 'server');
  const firstView = (person: string) =>
    all.find((one) => one.by === 'browser' && personOf(all, one) === person)?.at ?? Infinity;
  const viewed = [...persons].filter((person) => firstView(person) < Infinity);
  const bought = viewed.filter((person) =>
    sales.some((sale) => personOf(all, sale) === person && sale.at > firstView(person)),
  );
  const sources = sales.map((sale) => sourceOf(all, sale)).toSorted();
  return { visitors: persons.size, steps: [viewed.length, bought.length], sources };
}

function record(project: string, { by, device, session, user, source, at }: Placed, index: number) {
  const isSale = by === 'server';
  return anEvent({
    ...{ project, at, id: { ms: at, suffix: `e${index}` }, origin: by, userId: user },
    type: isSale ? 'purchase' : 'pageview',
    sessionId: `session ${session} of ${device}`,
    visitor: isSale ? (user === null ? null : visitor(user, 'user')) : visitor(`device ${device}`),
    touch: isSale || source === null ? aTouch() : aTouch({ source }),
    conversion: isSale ? conversion(100) : null,
  });
}

it('a backend’s sale that names a session is of whom that session’s visitor is, in whatever order all arrives', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ([all, arriving]) => {
      const project = aProject();
      for (const one of arriving) await store.ledger.append([record(project, one, all.indexOf(one))]);
      const question = ask(project);
      const funnel = { eventTypes: ['pageview', 'purchase'], windowMs: DAY, scope: 'visitor' } as const;
      const { visitors } = await store.reports.totals(question, EVER);
      const steps = await store.reports.funnel(question, EVER, funnel);
      const { rows } = await store.reports.breakdown(question, EVER, 'source');
      const sources = rows.flatMap(({ value, conversions }) => Array(conversions).fill(value)).toSorted();
      expect({ visitors, steps: steps.map(({ count }) => count), sources }).toEqual(expected(all));
    }),
    { numRuns: tries(150) },
  );
});

it('a session that began at the first millisecond of 1970 is one, on whatever day a backend names it', async () => {
  const project = aProject();
  const own = { project, sessionId: 's', visitor: visitor('a') };
  await store.ledger.append([
    anEvent({ ...own, at: 0 }),
    anEvent({ ...own, origin: 'server', at: DAY + 5 }),
    anEvent({ ...own, sessionId: 'another', at: DAY + 9 }),
  ]);
  const funnel = { eventTypes: ['pageview', 'purchase'], windowMs: DAY, scope: 'session' } as const;
  const [views] = await store.reports.funnel(ask(project), EVER, funnel);
  expect(views?.count).toBe(2);
});
