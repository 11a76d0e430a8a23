import type { Dimension, Filter } from '@cvq/contract';
import {
  type EventPlace,
  type EventRecord,
  type EventState,
  isPartOfSession,
  type Period,
  type PropertyUses,
} from '@cvq/storage';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aBot,
  anEvent,
  aPage,
  aProject,
  aTouch,
  conversion,
  DAY,
  NOON,
  visitor,
} from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { tries } from '../histories.ts';
import { keptIn } from '../reduce-filters.ts';
import { type Deed, type History, historyOf } from '../reduce-history.ts';
import { orNotSet, placesOf } from '../reduce-places.ts';
import { byTime } from '../reduce-sessions.ts';
import { arrivals, mixedTraffic, period } from '../traffic.ts';
import { ask, EVER, type Stores } from './stores.ts';

/** Events one by one, and what properties they have. */
export function listedEventsSuite(stores: Stores): void {
  describe('events one by one', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    const traffic = mixedTraffic.chain((events) =>
      fc.record({ records: fc.constant(events), calls: arrivals(events) }),
    );

    async function historyIn(
      project: string,
      { records, calls }: { records: readonly EventRecord[]; calls: readonly (readonly EventRecord[])[] },
    ): Promise<History> {
      for (const call of calls) await store.ledger.append(call.map((event) => ({ ...event, project })));
      return historyOf(
        project,
        records.map((event) => ({ ...event, project })),
      );
    }

    it('are all that a period holds, the newest first, each with what reports make of it', async () => {
      await fc.assert(
        fc.asyncProperty(traffic, period, async (given, during) => {
          const project = aProject();
          const history = await historyIn(project, given);
          for (const span of [EVER, during])
            for (const state of [undefined, 'counted', 'bot', 'excluded'] as const) {
              const found = await store.reports.events(ask(project), span, { state, limit: 100 });
              const told = found.map((one) => [one.event.id, one.state]);
              expect(told).toEqual(listedIn(history, span, state));
            }
        }),
        { numRuns: tries(60 * stores.share) },
      );
    });

    it('are judged by filters as they are in reports', async () => {
      const filters = [
        { dimension: 'event_type', operator: 'is', values: ['pageview', 'lead'] },
        { dimension: 'country', operator: 'is_not', values: ['FR'] },
      ] as const;
      await fc.assert(
        fc.asyncProperty(traffic, async (given) => {
          const project = aProject();
          const history = await historyIn(project, given);
          const question = { ...ask(project), filters };
          const found = await store.reports.events(question, EVER, { state: 'counted', limit: 100 });
          const { deeds } = keptIn(history, EVER, question);
          expect(found.map(({ event }) => event.id)).toEqual(newestFirst(deeds).map(({ event }) => event.id));
        }),
        { numRuns: tries(40 * stores.share) },
      );
    });

    it('are judged by what reports count of their visit, where those that reports count are asked for', async () => {
      const project = aProject();
      const own = { project, sessionId: 's1', visitor: visitor('v1') };
      await store.ledger.append([
        anEvent({ ...own, at: NOON }),
        anEvent({ ...own, at: NOON + 1, type: 'refund', origin: 'server', bot: aBot({ isFiltered: true }) }),
      ]);
      const filters = [{ dimension: 'did_event', operator: 'is', values: ['refund'] }] as const;
      const question = { ...ask(project), filters };
      const typesIn = async (state?: EventState) =>
        (await store.reports.events(question, EVER, { state, limit: 9 })).map(({ event }) => event.type);
      expect((await store.reports.totals(question, EVER)).events).toBe(0);
      expect(await typesIn('counted')).toEqual([]);
      expect(await typesIn('bot')).toEqual(['refund']);
      expect((await store.reports.totals({ ...question, bots: 'included' }, EVER)).events).toBe(2);
      expect(await typesIn()).toEqual(['refund', 'pageview']);
    });

    describe('that are excluded', () => {
      const typesBy = async (project: string, filter: Filter, period = EVER) => {
        const question = { ...ask(project), filters: [filter] };
        const found = await store.reports.events(question, period, { limit: 100 });
        return found.map(({ event: { type } }) => type).toReversed();
      };
      const source = (value: string) => ({ dimension: 'source', operator: 'is', values: [value] }) as const;
      const did = (value: string) => ({ dimension: 'did_event', operator: 'is', values: [value] }) as const;
      /** A visit by a newsletter, and events of it that no report counts, the last one of the next day. */
      const visit = (project: string) => {
        const own = { project, sessionId: 's1', visitor: visitor('v1') };
        return [
          anEvent({ ...own, at: NOON, touch: aTouch({ source: 'news' }), page: aPage('/') }),
          anEvent({ ...own, at: NOON + 1, type: 'identify', exclusion: 'user_update' }),
          anEvent({ ...own, at: NOON + 2, type: 'foreign', exclusion: 'foreign_host', page: aPage('/b') }),
          anEvent({ ...own, at: NOON + 2, type: 'click', page: aPage('/b') }),
          anEvent({ ...own, at: NOON + DAY, type: 'late', origin: 'server', exclusion: 'user_update' }),
        ];
      };

      it('are what a dimension of the session that they name says', async () => {
        const filters = [
          source('shop.example'),
          { dimension: 'country', operator: 'is_not', values: ['FR'] },
        ];
        const asked = fc.record({ during: period, filter: fc.constantFrom(...(filters as Filter[])) });
        await fc.assert(
          fc.asyncProperty(traffic, asked, async (given, { during, filter }) => {
            const project = aProject();
            const history = await historyIn(project, given);
            const question = { ...ask(project), filters: [filter] };
            for (const span of [EVER, during]) {
              const found = await store.reports.events(question, span, { state: 'excluded', limit: 100 });
              const deeds = excludedIn(history, span, filter);
              expect(found.map(({ event: { id } }) => id)).toEqual(deeds.map(({ event: { id } }) => id));
            }
          }),
          { numRuns: tries(60 * stores.share) },
        );
      });

      it('are judged by the session that they name', async () => {
        const project = aProject();
        await store.ledger.append(visit(project));
        const all = ['pageview', 'identify', 'click', 'foreign', 'late'];
        const sorted = async (...asked: Parameters<typeof typesBy>) => (await typesBy(...asked)).toSorted();
        expect(await sorted(project, source('news'))).toEqual(all.toSorted());
        expect(await sorted(project, source('(direct)'))).toEqual([]);
        expect(await sorted(project, did('click'))).toEqual(all.toSorted());
        expect(await sorted(project, did('identify'))).toEqual([]);
        expect(await sorted(project, { dimension: 'entry_page', operator: 'is', values: ['/'] })).toEqual(
          all.toSorted(),
        );
        expect(await sorted(project, source('news'), { from: NOON + DAY, to: NOON + 2 * DAY })).toEqual([
          'late',
        ]);
      });

      it('are judged by themselves where a filter is on single events', async () => {
        const project = aProject();
        await store.ledger.append(visit(project));
        const page = { dimension: 'page', operator: 'is', values: ['/b'] } as const;
        const types = await typesBy(project, page);
        expect(types.toSorted()).toEqual(['click', 'foreign']);
        const question = { ...ask(project), filters: [page, source('news')] };
        const found = await store.reports.events(question, EVER, { state: 'excluded', limit: 100 });
        expect(found.map(({ event: { type } }) => type)).toEqual(['foreign']);
      });

      it('are judged by themselves where they name no session, or one that has not begun', async () => {
        const project = aProject();
        const own = { project, exclusion: 'foreign_host', touch: aTouch({ source: 'news' }) } as const;
        await store.ledger.append([
          anEvent({ ...own, at: NOON, type: 'alone', sessionId: null }),
          anEvent({ ...own, at: NOON + 1, type: 'of_none', sessionId: 'not-begun', visitor: visitor('v2') }),
        ]);
        expect(await typesBy(project, source('news'))).toEqual(['alone', 'of_none']);
        expect(await typesBy(project, source('(direct)'))).toEqual([]);
      });

      it('go on after one of them, each once, where only their sessions tell', async () => {
        const project = aProject();
        await store.ledger.append(visit(project));
        const question = { ...ask(project), filters: [source('news')] };
        const pageAfter = (after?: EventPlace) =>
          store.reports.events(question, EVER, { state: 'excluded', limit: 2, after });
        const first = await pageAfter();
        expect(first.map(({ event: { type } }) => type)).toEqual(['late', 'foreign']);
        const rest = await pageAfter(first[1]?.event);
        expect(rest.map(({ event: { type } }) => type)).toEqual(['identify']);
      });
    });

    it('go on after one of them, each once', async () => {
      const project = aProject();
      const instants = [0, 0, 0, 1, 1, 2, DAY].map((later) => NOON + later);
      await store.ledger.append(
        instants.map((at, index) => anEvent({ project, at, id: { ms: at, suffix: `s${index}` } })),
      );
      const walked: EventRecord['id'][] = [];
      for (let after: EventPlace | undefined; walked.length < 20; ) {
        const [one, two] = await store.reports.events(ask(project), EVER, { after, limit: 2 });
        for (const found of [one, two]) if (found !== undefined) walked.push(found.event.id);
        const last = (two ?? one)?.event;
        if (last === undefined) break;
        after = { at: last.at, id: last.id };
      }
      expect(walked.map(({ suffix }) => suffix)).toEqual(['s6', 's5', 's4', 's3', 's2', 's1', 's0']);
    });

    it('have as many of each property as a breakdown by it says', async () => {
      await fc.assert(
        fc.asyncProperty(traffic, period, async (given, during) => {
          const project = aProject();
          const history = await historyIn(project, given);
          for (const span of [EVER, during]) {
            const found = await store.reports.properties(ask(project), span, { names: 10, values: 10 });
            expect(found).toEqual(propertiesIn(history, span, project));
          }
        }),
        { numRuns: tries(60 * stores.share) },
      );
    });

    it('have their most frequent properties told, and the most frequent values of each', async () => {
      const project = aProject();
      const withSize = (size: unknown, more = {}) => anEvent({ project, properties: { size, ...more } });
      await store.ledger.append([
        ...[2, 2, -1.5, 10].map((size) => withSize(size)),
        withSize('', { tags: ['a'], colour: 'red' }),
      ]);
      const found = await store.reports.properties(ask(project), EVER, { names: 1, values: 2 });
      expect(found).toEqual({
        events: 5,
        total: 2,
        properties: [
          {
            ...{ name: 'size', events: 4, distinct: 3, numbers: { lowest: -1.5, highest: 10 } },
            values: [
              { value: '2', events: 2 },
              { value: '-1.5', events: 1 },
            ],
          },
        ],
      });
    });

    it('have the beginning told of a long value, by which they are found, and nothing of a long name', async () => {
      const project = aProject();
      const note = `${'x'.repeat(994)}😀 and more`;
      const properties = { note, [`n${'o'.repeat(1000)}`]: 1, '': 2, size: 'y'.repeat(1000) };
      await store.ledger.append([anEvent({ project, properties })]);
      const found = await store.reports.properties(ask(project), EVER, { names: 9, values: 1 });
      const told = `${'x'.repeat(994)}(cut)`;
      expect(found).toMatchObject({
        total: 2,
        properties: [
          { name: 'note', values: [{ value: told, events: 1 }] },
          { name: 'size', values: [{ value: properties.size, events: 1 }] },
        ],
      });
      const filters = [{ dimension: 'property:note', operator: 'is', values: [told] }] as const;
      const { rows } = await store.reports.breakdown({ ...ask(project), filters }, EVER, 'property:note');
      expect(rows).toMatchObject([{ value: told, events: 1 }]);
    });

    it('have each of their properties told, however many names there are', async () => {
      const project = aProject();
      const named = (from: number, to: number) =>
        Object.fromEntries(Array.from({ length: to - from }, (_, one) => [`n${from + one}`, one % 3]));
      const sale = conversion(100, 'EUR', 'A-1');
      const told = (names: number) => store.reports.properties(ask(project), EVER, { names, values: 1 });
      const eventsWith = async (name: string, value: string) => {
        const filters = [{ dimension: `property:${name}`, operator: 'is', values: [value] } as const];
        return (await store.reports.totals({ ...ask(project), filters }, EVER)).events;
      };
      const first = anEvent({
        project,
        at: NOON,
        type: 'purchase',
        properties: named(0, 1200),
        conversion: sale,
      });
      await store.ledger.append([first]);
      expect(await told(2)).toMatchObject({ total: 1200, properties: [{ name: 'n0' }, { name: 'n1' }] });
      // Before it, so that it has another place in its day; then its sale becomes a repeat, so that it changes.
      await store.ledger.append([anEvent({ project, at: NOON - 1000, properties: named(1100, 1300) })]);
      expect((await told(2)).properties.map(({ name, events }) => [name, events])).toEqual([
        ['n1100', 2],
        ['n1101', 2],
      ]);
      const server = { origin: 'server', type: 'purchase', conversion: sale } as const;
      await store.ledger.append([anEvent({ project, at: NOON + 1000, ...server, properties: { n1199: 7 } })]);
      const all = await told(5000);
      expect(all).toMatchObject({ events: 3, total: 1300 });
      expect(all.properties.find(({ name }) => name === 'n1199')).toMatchObject({ events: 3, distinct: 3 });
      expect(await told(1)).toMatchObject({ total: 1300, properties: [{ name: 'n1199', events: 3 }] });
      expect([
        await eventsWith('n1199', '2'),
        await eventsWith('n1199', '0'),
        await eventsWith('n1299', '1'),
      ]).toEqual([1, 1, 1]);
    });
  });
}

/** Each as if it were part of the session that it names, once that has started. */
function excludedIn(history: History, { from, to }: Period, { dimension, operator, values }: Filter): Deed[] {
  const { ofDeed } = placesOf(dimension as Dimension, history);
  const named = history.deeds.map((deed): Deed => {
    const { sessionId, origin } = deed.event;
    const session = history.sessions.find(({ events }) => events[0]?.sessionId === (sessionId ?? undefined));
    const isPart = session !== undefined && isPartOfSession(origin === 'server', session.botness > 0);
    return { ...deed, session: isPart ? session : null };
  });
  return newestFirst(named)
    .filter((deed) => stateOf(deed) === 'excluded' && from <= deed.event.at && deed.event.at < to)
    .filter((deed) => values.includes(orNotSet(ofDeed)(deed)) === (operator === 'is'));
}

function newestFirst(deeds: readonly Deed[]): Deed[] {
  return deeds.toSorted((one, other) => byTime(other.event, one.event));
}

function listedIn({ deeds }: History, { from, to }: Period, state: EventState | undefined) {
  return newestFirst(deeds)
    .filter(({ event: { at } }) => from <= at && at < to)
    .map((deed) => [deed.event.id, stateOf(deed)] as const)
    .filter(([, own]) => state === undefined || own === state);
}

function stateOf({ event: { exclusion }, botness, removed }: Deed): EventState {
  if (removed || (exclusion !== null && exclusion !== 'no_javascript')) return 'excluded';
  return exclusion !== null || botness === 2 ? 'bot' : 'counted';
}

/** The slow way: every event by every property. */
function propertiesIn(history: History, during: Period, project: string): PropertyUses {
  const { deeds } = keptIn(history, during, ask(project));
  const names = new Set(deeds.flatMap(({ event }) => Object.keys(event.properties)));
  const properties = [...names]
    .map((name) => {
      const placeOf = orNotSet(placesOf(`property:${name}`, history).ofDeed);
      const values = deeds.map((deed) => placeOf(deed)).filter((value) => value !== '(not set)');
      const counted = [...Map.groupBy(values, (value) => value)]
        .map(([value, own]) => ({ value, events: own.length }))
        .toSorted((one, other) => other.events - one.events || (one.value < other.value ? -1 : 1));
      const numbers = values.map(Number);
      const areNumbers = numbers.length > 0 && numbers.every(Number.isFinite);
      return {
        ...{ name, events: values.length, distinct: counted.length, values: counted },
        numbers: areNumbers ? { lowest: Math.min(...numbers), highest: Math.max(...numbers) } : null,
      };
    })
    .filter(({ events }) => events > 0)
    .toSorted((one, other) => other.events - one.events || (one.name < other.name ? -1 : 1));
  return { events: deeds.length, total: properties.length, properties };
}
