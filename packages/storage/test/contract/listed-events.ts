import type { EventPlace, EventRecord, EventState, Period, PropertyUses } from '@cvq/storage';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { anEvent, aProject, DAY, NOON } from '../../../../test/builders/event-records.ts';
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
  });
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
