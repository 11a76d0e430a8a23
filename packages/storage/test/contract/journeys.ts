import { ATTRIBUTION_WINDOW_MS, type ConversionKind, formatEventId } from '@cvq/contract';
import type { EventPlace, EventRecord, JourneyVisit } from '@cvq/storage';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anEvent,
  aProject,
  conversion,
  DAY,
  HOUR,
  NOON,
  visitor,
} from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { tries } from '../histories.ts';
import { creditedSession, visitsOf } from '../reduce-attribution.ts';
import { type Deed, type History, historyOf } from '../reduce-history.ts';
import { personOf } from '../reduce-persons.ts';
import { byTime, type Session } from '../reduce-sessions.ts';
import { arrivals, mixedTraffic } from '../traffic.ts';
import { ask, EVER, type Stores } from './stores.ts';

/** How people came to convert, and the conversions that no report counts. */
export function journeysSuite(stores: Stores): void {
  describe('journeys', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    const traffic = mixedTraffic.chain((events) =>
      fc.record({ records: fc.constant(events), calls: arrivals(events) }),
    );

    it('tell every visit of the person before a conversion, which of them is credited, and what happened in each', async () => {
      await fc.assert(
        fc.asyncProperty(traffic, async ({ records, calls }) => {
          const project = aProject();
          for (const call of calls) await store.ledger.append(call.map((event) => ({ ...event, project })));
          const history = historyOf(
            project,
            records.map((event) => ({ ...event, project })),
          );
          for (const deed of history.deeds.filter(({ converts }) => converts)) {
            const journey = await store.reports.journey(project, deed.event.id);
            const expected = visitsBefore(deed, history);
            expect(journey?.visits.map(shown)).toEqual(expected);
            expect(journey?.visitCount).toBe(expected.length);
          }
        }),
        { numRuns: tries(60 * stores.share) },
      );
    });

    it('list reports of orders that have another for a sale, and conversions of bots', async () => {
      await fc.assert(
        fc.asyncProperty(traffic, async ({ records, calls }) => {
          const project = aProject();
          for (const call of calls) await store.ledger.append(call.map((event) => ({ ...event, project })));
          const history = historyOf(
            project,
            records.map((event) => ({ ...event, project })),
          );
          const states = await statesOf(store, project);
          for (const kind of ['counted', 'duplicate', 'bot'] as const) {
            const { conversions, total } = await store.reports.conversions(ask(project), EVER, {
              ...{ kind, order: 'oldest_first', offset: 0, limit: 100 },
            });
            const told = conversions.map(({ event }) => formatEventId(event.id));
            const expected = history.deeds
              .filter(({ event }) => states.get(formatEventId(event.id)) === STATE[kind])
              .filter(({ event }) => event.exclusion === null)
              .toSorted((one, other) => byTime(one.event, other.event));
            expect(told).toEqual(expected.map(({ event }) => formatEventId(event.id)));
            expect(total).toBe(told.length);
            const last = expected.at(-1)?.event;
            if (last === undefined) continue;
            const since = { from: last.at, to: EVER.to };
            const late = await store.reports.conversions(ask(project), since, {
              ...{ kind, order: 'oldest_first', offset: 0, limit: 100 },
            });
            const atOnce = expected.filter(({ event }) => event.at === last.at);
            expect(late.conversions.map(({ event }) => event.id)).toEqual(
              atOnce.map(({ event }) => event.id),
            );
          }
        }),
        { numRuns: tries(60 * stores.share) },
      );
    });

    it('begin with the earliest visit of 90 days, and end at the conversion', async () => {
      const project = aProject();
      const ann = { project, visitor: visitor('ann') };
      const sale = anEvent({ ...ann, at: NOON + 91 * DAY, type: 'purchase', conversion: conversion(1) });
      await store.ledger.append([
        anEvent(ann),
        anEvent({ ...ann, at: NOON + DAY }),
        anEvent({ ...ann, at: NOON + 90 * DAY }),
        sale,
        anEvent({ ...ann, at: NOON + 91 * DAY + 1 }),
        anEvent({ ...ann, at: NOON + 92 * DAY }),
        anEvent({ project, at: NOON + 90 * DAY, visitor: visitor('ben') }),
      ]);
      const journey = await store.reports.journey(project, sale.id);
      expect(journey?.visits.map(({ startedAt }) => startedAt)).toEqual([
        NOON + DAY,
        NOON + 90 * DAY,
        NOON + 91 * DAY,
      ]);
      expect(journey?.visits.map(({ isOwn }) => isOwn)).toEqual([false, false, true]);
      expect(await store.reports.journey(project, { ms: 1, suffix: 'none' })).toBeNull();
    });

    it('tell of each visit what servers reported, and nothing that came after the conversion', async () => {
      const project = aProject();
      const page = (sessionId: string | null, at: number) =>
        anEvent({ project, at, sessionId, visitor: visitor('ann') });
      const order = (sessionId: string | null, at: number) =>
        anEvent({ project, at, sessionId, origin: 'server', type: 'purchase', conversion: conversion(1) });
      const sale = order('s2', NOON + 10_000);
      await store.ledger.append([
        page('s1', NOON - DAY),
        order('s1', NOON - DAY + 10_000),
        order('s1', NOON - DAY / 2),
        page(null, NOON - 2 * HOUR),
        page('s2', NOON),
        sale,
        page('s2', NOON + 60_000),
        order('s2', NOON + 70_000),
      ]);
      const journey = await store.reports.journey(project, sale.id);
      expect(
        journey?.visits.map(({ id, startedAt, lastAt, events, eventCount }) => [
          ...[id, startedAt - NOON, lastAt - NOON, eventCount],
          ...events.map(({ at }) => at - NOON),
        ]),
      ).toEqual([
        ['s1', -DAY, -DAY / 2, 3, -DAY, -DAY + 10_000, -DAY / 2],
        [null, -2 * HOUR, -2 * HOUR, 1, -2 * HOUR],
        ['s2', 0, 60_000, 2, 0, 10_000],
      ]);
    });

    it('have the conversion in its own visit, also where that began after it', async () => {
      const project = aProject();
      const sale = anEvent({
        project,
        sessionId: 's',
        origin: 'server',
        type: 'lead',
        conversion: conversion(1),
      });
      const page = anEvent({ project, sessionId: 's', at: NOON + 2000, visitor: visitor('ann') });
      await store.ledger.append([sale, page]);
      const journey = await store.reports.journey(project, sale.id);
      expect(journey?.visits).toMatchObject([
        { id: 's', startedAt: NOON + 2000, isOwn: true, eventCount: 1 },
      ]);
      expect(journey?.visits[0]?.events.map(({ id }) => id)).toEqual([sale.id]);
    });

    it('tell a visit once, whoever said how often whose device it is', async () => {
      const project = aProject();
      const said = { project, at: NOON - DAY, visitor: visitor('phone'), userId: 'ann' };
      const visits = Array.from({ length: 3 }, (_, index) =>
        anEvent({ project, at: NOON + index * HOUR, visitor: visitor('phone'), sessionId: `s${index}` }),
      );
      const sale = anEvent({
        project,
        at: NOON + DAY,
        userId: 'ann',
        type: 'purchase',
        conversion: conversion(1),
      });
      const server = { project, at: NOON + 3 * HOUR, origin: 'server', userId: 'ann' } as const;
      const sessions = ['s0', 's1'].map((sessionId) => anEvent({ ...server, sessionId }));
      await store.ledger.append([anEvent({ ...said, sessionId: 'said' }), ...visits]);
      await store.ledger.append(sessions);
      await store.ledger.append([{ ...sale, origin: 'server' }]);
      const journey = await store.reports.journey(project, sale.id);
      expect(journey?.visits.map(({ id }) => id)).toEqual(['said', 's0', 's1', 's2']);
      expect(journey?.visitCount).toBe(4);
    });

    it('are found by the order, of every kind', async () => {
      const project = aProject();
      const of = (orderId: string, over: Partial<EventRecord> = {}) =>
        anEvent({ project, type: 'purchase', conversion: conversion(5, 'EUR', orderId), ...over });
      const first = of('A-1');
      const again = of('A-1', { at: NOON + DAY });
      await store.ledger.append([first, of('A-2'), again]);
      const found = async (orderId: string, kind: ConversionKind) => {
        const slice = { kind, orderId, order: 'newest_first', offset: 0, limit: 10 } as const;
        const { conversions } = await store.reports.conversions(ask(project), EVER, slice);
        return conversions.map(({ event }) => event.id);
      };
      expect(await found('A-1', 'counted')).toEqual([first.id]);
      expect(await found('A-1', 'duplicate')).toEqual([again.id]);
      expect(await found('A-2', 'duplicate')).toEqual([]);
      expect(await found('A', 'counted')).toEqual([]);
    });

    it('go on after a conversion, in either order, each once', async () => {
      const project = aProject();
      const instants = [0, 0, 0, 1, 1, 2, 3].map((hour) => NOON + hour);
      await store.ledger.append(
        instants.map((at, index) =>
          anEvent({
            project,
            at,
            id: { ms: at, suffix: `s${index}` },
            type: 'lead',
            conversion: conversion(1),
          }),
        ),
      );
      for (const order of ['newest_first', 'oldest_first'] as const) {
        const whole = await store.reports.conversions(ask(project), EVER, { order, offset: 0, limit: 100 });
        const walked: EventRecord['id'][] = [];
        for (let after: EventPlace | undefined; walked.length < 20; ) {
          const slice = { order, after, offset: 0, limit: 2 };
          const { conversions } = await store.reports.conversions(ask(project), EVER, slice);
          const last = conversions.at(-1)?.event;
          if (last === undefined) break;
          walked.push(...conversions.map(({ event }) => event.id));
          after = { at: last.at, id: last.id };
        }
        expect(walked).toEqual(whole.conversions.map(({ event }) => event.id));
      }
    });
  });
}

const STATE = { counted: 'counted', duplicate: 'repeated', bot: 'bot' } as const;

/** What the log says of each event by itself. */
async function statesOf({ log }: EventStores, project: string): Promise<Map<string, string | null>> {
  const { events } = await log.events(project, null, 1000);
  return new Map(events.map(({ event, conversion: state }) => [formatEventId(event.id), state]));
}

type Shown = readonly [
  id: string | null,
  startedAt: number,
  lastAt: number,
  isOwn: boolean,
  isCredited: boolean,
  touch: unknown,
  events: readonly string[],
];

const shown = ({ id, startedAt, lastAt, isOwn, isCredited, touch, events }: JourneyVisit): Shown => [
  id,
  startedAt,
  lastAt,
  isOwn,
  isCredited,
  touch,
  events.map(({ id }) => formatEventId(id)),
];

/** The slow way: every session of the person. */
function visitsBefore(deed: Deed, history: History): Shown[] {
  const { event, session: own } = deed;
  const person = personOf(deed, history.users);
  const theirs = person === null ? [] : visitsOf(person, history);
  const others = theirs
    .filter(
      ({ isBots, startedAt: at }) => !isBots && at <= event.at && at >= event.at - ATTRIBUTION_WINDOW_MS,
    )
    .map(({ session }) => session)
    .filter((session) => session !== own);
  const credited = creditedSession(deed, history);
  const started = own !== null && own.first !== null ? [own] : [];
  return [...others, ...started]
    .toSorted((one, other) => byTime(one.first as EventRecord, other.first as EventRecord))
    .map((session) => {
      const { first, touch, durationMs } = session;
      const startedAt = first?.at as number;
      const told = eventsIn(session, deed);
      const lastAt = Math.max(startedAt + durationMs, ...told.map(({ at }) => at));
      const ids = told.map(({ id }) => formatEventId(id));
      const name = first?.sessionId ?? null;
      return [name, startedAt, lastAt, session === own, session === credited, touch, ids];
    });
}

/** From its first browser event to a day after its last, as far as the conversion; of its own visit in any case to that. */
function eventsIn(session: Session, { event, session: own }: Deed): EventRecord[] {
  const began = session.first?.at as number;
  const [from, to] =
    session === own
      ? [Math.min(began, event.at), event.at]
      : [began, Math.min(began + session.durationMs + DAY, event.at)];
  return session.events.filter(({ at }) => at >= from && at <= to).toSorted(byTime);
}
