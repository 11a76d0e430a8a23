import {
  DIMENSIONS,
  type Dimension,
  MULTI_VALUED_DIMENSIONS,
  type MultiValuedDimension,
  type PropertyDimension,
  type ReportDimension,
} from '@cvq/contract';
import type {
  BotFilter,
  Breakdown,
  BreakdownGroup,
  CampaignGroup,
  EventRecord,
  KnownBot,
  OverviewGroup,
  Period,
  Question,
  RowMeasure,
  ToldRows,
  Totals,
} from '@cvq/storage';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aProject, DAY, HOUR } from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { HISTORIES } from '../histories.ts';
import { attributedTouch } from '../reduce-attribution.ts';
import { botTrafficIn } from '../reduce-bots.ts';
import { breakdownIn, filterOfRow } from '../reduce-breakdown.ts';
import { byWords, campaignsIn } from '../reduce-campaigns.ts';
import { keptIn } from '../reduce-filters.ts';
import { funnelIn } from '../reduce-funnel.ts';
import { addUpValues, type History, historyOf, sum } from '../reduce-history.ts';
import { multiValuedBreakdownIn } from '../reduce-multi-valued.ts';
import type { RemovedConversion } from '../reduce-orders.ts';
import { byTime } from '../reduce-sessions.ts';
import { addUp, totalsIn } from '../reduce-totals.ts';
import {
  arrivals,
  dayEdges,
  edges,
  filters,
  funnels,
  hours,
  longSessions,
  mixedTraffic,
  period,
  type Removals,
  removals,
  restlessVisitor,
} from '../traffic.ts';
import { ask, EVER, outcomes, type Stores } from './stores.ts';

/** By every run other histories. What fails prints the seed and the path of its history, and `TEST_SEED` repeats a run. */
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);

type Kind = Pick<Question, 'bots' | 'persons'>;

const ANY_DIMENSION: readonly (Dimension | PropertyDimension)[] = ['property:plan', ...DIMENSIONS];
/** Dimensions of single events, of which a session may be in several rows. */
const OF_EVENTS: readonly Dimension[] = ['page', 'event_type'];
const isMultiValued = (dimension: ReportDimension): dimension is MultiValuedDimension =>
  MULTI_VALUED_DIMENSIONS.some((one) => one === dimension);

const bots = fc.constantFrom<Question['bots']>('excluded', 'included');
const persons = fc.constantFrom<NonNullable<Question['persons']>[]>('on', 'on', 'off');

const kinds = fc.record<Kind>({ bots, persons });

const arriving = (records: fc.Arbitrary<EventRecord[]>) =>
  records.chain((events) =>
    fc.record({ records: fc.constant(events), calls: arrivals(events), removals: removals(events) }),
  );

/** Whatever the order, the calls and the copies in which events arrive: the answers follow from the rules. */
export function againstTheRulesSuite(stores: Stores): void {
  describe('against the rules, computed the slow way', () => {
    let store: EventStores;
    let other: EventStores;
    /** How often a test is run, by its share of all histories. */
    const runs = (share: number) => ({ numRuns: Math.ceil(HISTORIES * share * stores.share), seed: SEED });
    beforeAll(async () => {
      store = stores.shared();
      other = await stores.open('shared');
    });
    afterAll(() => other.close());
    afterAll(() => {
      if (process.env.TEST_LONG === '1')
        process.stdout.write(`rules: ${JSON.stringify({ histories: HISTORIES, seed: SEED })}\n`);
    });

    type Traffic = { records: EventRecord[]; calls: EventRecord[][]; removals: Removals };

    async function append({ records, calls, removals }: Traffic, writers = [store]): Promise<Asked> {
      const project = aProject();
      const statuses: string[] = [];
      const removed: RemovedConversion[] = [];
      const known = new Set<EventRecord>();
      for (const [index, call] of calls.entries()) {
        const writer = writers[index % writers.length] as EventStores;
        const own = call.map((event) => ({ ...event, project }));
        statuses.push(...(await outcomes(writer, own)));
        for (const event of own) known.add(event);
        // What reports have in memory of some calls is to take up what comes with the next.
        if (index % 3 === 0) await store.reports.totals(ask(project), EVER);
        const isLast = index === calls.length - 1;
        for (const { id } of removals.filter(({ after }) => isLast || after === index)) {
          const { status } = await writer.ledger.removeConversion(project, id, { now: id.ms });
          if (status === 'removed')
            removed.push({ id, isBots: isBotsIn(historyOf(project, [...known]), id) });
        }
      }
      expect(statuses.filter((status) => status === 'stored')).toHaveLength(records.length);
      const own = records.map((event) => ({ ...event, project }));
      return { project, history: historyOf(project, own, removed) };
    }

    it('has the same totals', async () => {
      await fc.assert(
        fc.asyncProperty(arriving(mixedTraffic), period, kinds, async (traffic, during, kind) => {
          const { project, history } = await append(traffic);
          const question = { project, ...kind };
          for (const span of [EVER, during]) {
            expect(await store.reports.totals(question, span)).toEqual(totalsIn(history, span, question));
          }
        }),
        runs(0.27),
      );
    });

    it('has a series that adds up to the totals of its span', async () => {
      await fc.assert(
        fc.asyncProperty(arriving(mixedTraffic), edges, kinds, async (traffic, at, kind) => {
          const { project, history } = await append(traffic);
          const question = { project, ...kind };
          const series = await store.reports.series(question, at);
          expect(series).toEqual(periodsBetween(at).map((during) => totalsIn(history, during, question)));
          const span = { from: at[0] as number, to: at.at(-1) as number };
          const { visitors: _, ...additive } = await store.reports.totals(question, span);
          expect(addUp(series)).toEqual(additive);
        }),
        runs(0.08),
      );
    });

    it('has the same breakdown by every dimension, which adds up to the totals', async () => {
      await fc.assert(
        fc.asyncProperty(arriving(mixedTraffic), period, kinds, async (traffic, during, kind) => {
          const asked = await append(traffic);
          await expectBreakdowns(store, asked, { during: EVER, ...kind });
          await expectBreakdowns(store, asked, { during, ...kind });
        }),
        runs(0.14),
      );
    });

    it('has in each row of a breakdown the totals filtered by that row', async () => {
      const asked = fc.record({ during: period, bots, persons, filters: fc.option(filters, { nil: [] }) });
      await fc.assert(
        fc.asyncProperty(arriving(mixedTraffic), asked, async (traffic, { during, ...kind }) => {
          const { project } = await append(traffic);
          for (const dimension of ANY_DIMENSION) {
            const { rows } = await store.reports.breakdown({ project, ...kind }, during, dimension);
            for (const row of rows) {
              const filters = [...kind.filters, filterOfRow(dimension, row.value)];
              const totals = await store.reports.totals({ project, ...kind, filters }, during);
              expect(totals, `${dimension} ${row.value}`).toMatchObject(withoutWhatIsOfSessions(row));
            }
          }
        }),
        runs(0.1),
      );
    });

    it('has the same totals, series, breakdowns and conversions under filters', async () => {
      const asked = fc.record({
        at: edges,
        bots,
        persons,
        filters,
        dimension: fc.constantFrom(...ANY_DIMENSION),
      });
      await fc.assert(
        fc.asyncProperty(arriving(mixedTraffic), asked, async (traffic, { at, dimension, ...kind }) => {
          const { project, history } = await append(traffic);
          const question = { project, ...kind };
          const span = { from: at[0] as number, to: at.at(-1) as number };
          for (const during of [EVER, span]) {
            const totals = totalsIn(history, during, question);
            expect(await store.reports.totals(question, during)).toEqual(totals);
            const { visitors, rows } = await store.reports.breakdown(question, during, dimension);
            expect(rows.toSorted(byValue), dimension).toEqual(
              breakdownIn(history, during, dimension, question),
            );
            expect(visitors).toBe(totals.visitors);
            const list = { order: 'oldest_first', offset: 0, limit: 100 } as const;
            const { conversions } = await store.reports.conversions(question, during, list);
            const { sales } = keptIn(history, during, question);
            expect(conversions.map(({ event, attribution }) => [event.id, attribution.touch])).toEqual(
              sales
                .toSorted((one, other) => byTime(one.event, other.event))
                .map((sale) => [sale.event.id, attributedTouch(sale, history)]),
            );
          }
          const series = periodsBetween(at).map((during) => totalsIn(history, during, question, span));
          expect(await store.reports.series(question, at)).toEqual(series);
        }),
        runs(0.22),
      );
    });

    it('has the same of the pages that visits saw, and of what they did', async () => {
      const asked = fc.record({ during: period, bots, persons, filters: fc.option(filters, { nil: [] }) });
      const traffic = fc.oneof({ weight: 3, arbitrary: mixedTraffic }, longSessions);
      await fc.assert(
        fc.asyncProperty(arriving(traffic), asked, async (sent, { during, ...kind }) => {
          const { project, history } = await append(sent);
          const question = { project, ...kind };
          for (const span of [EVER, during])
            for (const dimension of MULTI_VALUED_DIMENSIONS) {
              const { visitors, rows } = await store.reports.breakdown(question, span, dimension);
              const rules = multiValuedBreakdownIn(history, span, dimension, question);
              expect(rows.toSorted(byValue), dimension).toEqual(rules);
              expect(visitors).toBe((await store.reports.totals(question, span)).visitors);
            }
        }),
        runs(0.14),
      );
    });

    it('has the same campaigns, which add up to the breakdowns by their words', async () => {
      const asked = fc.record({ during: period, bots, filters: fc.option(filters, { nil: [] }) });
      await fc.assert(
        fc.asyncProperty(arriving(mixedTraffic), asked, async (traffic, { during, ...kind }) => {
          const { project, history } = await append(traffic);
          const question = { project, ...kind };
          for (const span of [EVER, during]) {
            const groups = await store.reports.campaigns(question, span);
            expect(groups.toSorted(byWords)).toEqual(campaignsIn(history, span, question));
            for (const [dimension, word] of WORDS_OF_CAMPAIGNS) {
              const { rows } = await store.reports.breakdown(question, span, dimension);
              expect(addUpBy(groups, word), dimension).toEqual(withoutIdle(rows.toSorted(byValue)));
            }
          }
        }),
        runs(0.14),
      );
    });

    it('has overviews that tell what the other questions do, and of each row the series filtered by it', async () => {
      const asked = fc.record({
        at: edges,
        /** Buckets may end before their period, and those that are compared with go on after theirs. */
        ahead: fc.constantFrom(0, 0, HOUR, DAY),
        earlier: period,
        drawn: fc.option(edges, { nil: null }),
        bots,
        persons,
        filters: fc.option(filters, { nil: [] }),
        panels: fc.array(
          fc.record({
            dimension: fc.constantFrom(...ANY_DIMENSION, ...MULTI_VALUED_DIMENSIONS),
            rows: fc.integer({ min: 1, max: 3 }),
            /** Whether the smallest row is named to come first, after one that does not exist. */
            isLed: fc.boolean(),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        by: fc.constantFrom('visitors', 'sessions', 'pageviews', 'events', 'conversions', 'revenue'),
      });
      await fc.assert(
        fc.asyncProperty(arriving(mixedTraffic), asked, async (traffic, { panels, by, ...rest }) => {
          const { at, ahead, earlier, drawn, ...kind } = rest;
          const { project } = await append(traffic);
          const question = { project, ...kind };
          const now = { period: { from: at[0] as number, to: (at.at(-1) as number) + ahead }, edges: at };
          const before = { period: earlier, edges: drawn ?? [earlier.from, earlier.to] };
          const measure = { by, currency: 'EUR' } as const;
          const { reports } = store;
          const rowsOf = async (dimension: ReportDimension) =>
            (await reports.breakdown(question, now.period, dimension)).rows.toSorted(byMeasure(measure));
          const asked = await Promise.all(
            panels.map(async ({ isLed, ...panel }) => {
              const first = isLed ? (await rowsOf(panel.dimension)).slice(-1) : [];
              return { ...panel, first: ['no such value', ...first.map(({ value }) => value)] };
            }),
          );
          const told = await reports.overview(question, { now, before, panels: asked, measure });
          const expectTrend = async (
            { now: { value }, trend }: OverviewGroup,
            dimension: Dimension | PropertyDimension,
          ) => {
            const filters = [...kind.filters, filterOfRow(dimension, value)];
            const series = await reports.series({ ...question, filters }, at);
            expect(trend, `${dimension} ${value}`).toEqual(
              series.map((bucket) => measureIn(bucket, measure)),
            );
          };
          expect(told.totals.now).toEqual(await reports.totals(question, now.period));
          expect(told.totals.before).toEqual(await reports.totals(question, earlier));
          expect(told.series.now).toEqual(await reports.series(question, at));
          expect(told.series.before).toEqual(await reports.series(question, before.edges));
          for (const [index, { dimension, rows: wanted, first }] of asked.entries()) {
            const panel = told.panels[index];
            const rows = await rowsOf(dimension);
            const then = await reports.breakdown(question, earlier, dimension);
            expect(panel?.totalRows).toBe(rows.length);
            const leading = rows.filter(({ value }) => first.includes(value));
            expect(panel?.rows.map((row) => row.now)).toEqual(
              [...leading, ...rows.filter((row) => !leading.includes(row))].slice(0, wanted),
            );
            for (const row of panel?.rows ?? []) {
              expect(row.before).toEqual(then.rows.find(({ value }) => value === row.now.value) ?? null);
              if (isMultiValued(dimension)) expect(row.trend).toEqual([]);
              else await expectTrend(row, dimension);
            }
          }
        }),
        runs(0.14),
      );
    });

    it('tells the rows of a breakdown that are asked for, and of all others what they come to', async () => {
      const asked = fc.record({
        during: fc.option(period, { nil: EVER }),
        bots,
        dimension: fc.constantFrom(...ANY_DIMENSION, ...MULTI_VALUED_DIMENSIONS),
        by: fc.constantFrom('visitors', 'sessions', 'pageviews', 'events', 'conversions', 'revenue'),
        descending: fc.boolean(),
        offset: fc.nat({ max: 4 }),
        limit: fc.integer({ min: 1, max: 4 }),
        ends: fc.record({ atFirst: fc.nat({ max: 2 }), atLast: fc.nat({ max: 2 }) }),
      });
      await fc.assert(
        fc.asyncProperty(arriving(mixedTraffic), asked, async (traffic, { during, dimension, ...part }) => {
          const { by, descending, offset, limit, ends, ...kind } = part;
          const { project } = await append(traffic);
          const question = { project, ...kind };
          const breakdown = (told?: ToldRows) => store.reports.breakdown(question, during, dimension, told);
          const all = await breakdown();
          const values = all.rows.map(({ value }) => value);
          const first = values.toReversed().slice(0, ends.atFirst);
          const last = values.toReversed().slice(ends.atFirst, ends.atFirst + ends.atLast);
          const placed = { first: ['nobody', ...first], last };
          const order = { by, currency: 'EUR', descending, ...placed } as const;
          const among = [...values, 'nobody'];
          const { rows, ...told } = await breakdown({ order, offset, limit, among });
          const sorted = all.rows.toSorted(byMeasure(order, descending));
          const rowsOf = (named: readonly string[]) =>
            named.flatMap((name) => sorted.filter(({ value }) => value === name));
          const between = sorted.filter(({ value }) => ![...first, ...last].includes(value));
          const inOrder = [...rowsOf(first), ...between, ...rowsOf(last)];
          expect(rows).toEqual(inOrder.slice(offset, offset + limit));
          const { visitors, isOfEvents } = all;
          const rest = [...inOrder.slice(0, offset), ...inOrder.slice(offset + limit)];
          const others = othersIn(rest);
          expect(told).toEqual({ visitors, isOfEvents, totalRows: values.length, others, known: values });
          const some = values.slice(0, limit);
          const ofSome = await breakdown({ values: ['nobody', ...some] });
          expect(ofSome.rows.toSorted(byValue)).toEqual(all.rows.slice(0, limit).toSorted(byValue));
          expect(ofSome.others).toEqual(othersIn(all.rows.slice(limit)));
        }),
        runs(0.2),
      );
    });

    it('has the same funnels', async () => {
      const asked = fc.record({
        during: period,
        bots,
        persons,
        filters: fc.option(filters, { nil: [] }),
        funnel: funnels,
      });
      await fc.assert(
        fc.asyncProperty(arriving(mixedTraffic), asked, async (traffic, { during, funnel, ...kind }) => {
          const { project, history } = await append(traffic);
          const question = { project, ...kind };
          for (const span of [EVER, during]) {
            expect(await store.reports.funnel(question, span, funnel)).toEqual(
              funnelIn(history, span, question, funnel),
            );
          }
        }),
        runs(0.22),
      );
    });

    it('divides funnels by the values that most of those have who took the first step', async () => {
      const asked = fc.record({
        during: fc.option(period, { nil: EVER }),
        bots,
        persons,
        filters: fc.option(filters, { nil: [] }),
        funnel: funnels,
        dimension: fc.constantFrom(...ANY_DIMENSION),
        limit: fc.integer({ min: 1, max: 4 }),
      });
      await fc.assert(
        fc.asyncProperty(arriving(mixedTraffic), asked, async (traffic, { during, funnel, ...part }) => {
          const { dimension, limit, ...kind } = part;
          const { project, history } = await append(traffic);
          const question = { project, ...kind };
          const unfiltered = { ...question, filters: [] };
          const { rows } = await store.reports.breakdown(unfiltered, during, dimension);
          const startersOf = (value: string) => {
            const own = { dimension, operator: 'is', values: [value] } as const;
            const filtered = { ...question, filters: [...question.filters, own] };
            return funnelIn(history, during, filtered, funnel)[0]?.count ?? 0;
          };
          const starters = rows
            .map(({ value }) => ({ value, count: startersOf(value) }))
            .filter(({ count }) => count > 0)
            .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
          expect(await store.reports.funnelValues(question, during, { funnel, dimension, limit })).toEqual({
            values: starters.slice(0, limit).map(({ value }) => value),
            total: starters.length,
          });
        }),
        runs(0.2),
      );
    });

    it('has the same traffic of bots beside people', async () => {
      const only = fc.constantFrom<BotFilter[]>(
        {},
        {},
        { category: 'other' },
        { name: 'Googlebot' },
        { reason: 'rapid_requests' },
        { category: 'other', reason: 'named' },
      );
      const asked = fc.record({ at: edges, only, filters: fc.option(filters, { nil: [] }) });
      await fc.assert(
        fc.asyncProperty(arriving(mixedTraffic), asked, async (traffic, { at, only, filters }) => {
          const { project, history } = await append(traffic);
          const question = { ...ask(project), filters };
          const asked = { edges: at, only, pages: 100 };
          const { totalPages, bots, ...told } = await store.reports.botTraffic(question, asked);
          const inOrder = bots.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
          const slow = botTrafficIn(history, question, asked);
          expect({ ...told, bots: inOrder }).toEqual(slow);
          expect(totalPages).toBe(slow.pages.length);
          const span = { from: at[0] as number, to: at.at(-1) as number };
          const counts = await store.reports.bots(question, span, only);
          expect(new Map(counts.map((bot) => [keyOf(bot), bot.requests]))).toEqual(
            new Map(slow.bots.map((bot) => [keyOf(bot), sum(bot.requests)])),
          );
          const first = await store.reports.botTraffic(question, { ...asked, pages: 1 });
          expect(first).toMatchObject({ pages: slow.pages.slice(0, 1), totalPages });
        }),
        runs(0.1),
      );
    });

    it('has the same of sessions that last for days, by hours and by all dimensions', async () => {
      await fc.assert(
        fc.asyncProperty(arriving(longSessions), hours, async (traffic, during) => {
          const asked = await append(traffic);
          const question = ask(asked.project);
          const at = [EVER.from, during.from, (during.from + during.to) / 2, during.to, EVER.to];
          expect(await store.reports.series(question, at)).toEqual(
            periodsBetween(at).map((part) => totalsIn(asked.history, part, question)),
          );
          for (const period of [EVER, during])
            await expectBreakdowns(store, asked, { during: period, bots: 'excluded' });
        }),
        runs(0.08),
      );
    });

    it('has the trends of sessions by what single events have, over days and over parts of them', async () => {
      const asked = fc.record({
        at: fc.oneof({ arbitrary: dayEdges, weight: 3 }, { arbitrary: edges, weight: 1 }),
        filters: fc.option(filters, { freq: 1, nil: [] }),
      });
      await fc.assert(
        fc.asyncProperty(arriving(longSessions), asked, async (traffic, { at, filters }) => {
          const { project, history } = await append(traffic);
          const question = { ...ask(project), filters };
          const now = { period: { from: at[0] as number, to: at.at(-1) as number }, edges: at };
          const panels = OF_EVENTS.map((dimension) => ({ dimension, rows: 5 }));
          const measure = { by: 'sessions', currency: 'EUR' } as const;
          const told = await store.reports.overview(question, { now, before: null, panels, measure });
          const trendOfSessions = (kept: typeof filters) =>
            periodsBetween(at).map(
              (during) => totalsIn(history, during, { ...question, filters: kept }, now.period).sessions,
            );
          for (const [index, dimension] of OF_EVENTS.entries())
            for (const { now: row, trend } of told.panels[index]?.rows ?? [])
              expect(trend, `${dimension} ${row.value}`).toEqual(
                trendOfSessions([...filters, filterOfRow(dimension, row.value)]),
              );
        }),
        runs(0.14),
      );
    });

    it('cuts the days of a visitor without session ids into the same sessions', async () => {
      await fc.assert(
        fc.asyncProperty(arriving(restlessVisitor), async (traffic) => {
          const { project, history } = await append(traffic);
          const question = ask(project);
          expect(await store.reports.totals(question, EVER)).toEqual(totalsIn(history, EVER, question));
          for (const dimension of ['source', 'entry_page', 'exit_page'] as const) {
            expect(await rowsBy(store, project, dimension)).toEqual(
              breakdownIn(history, EVER, dimension, question),
            );
          }
        }),
        runs(0.04),
      );
    });

    it('has the same answers when two processes store the events in turn', async () => {
      await fc.assert(
        fc.asyncProperty(arriving(mixedTraffic), async (traffic) => {
          const asked = await append(traffic, [store, other]);
          await expectBreakdowns(store, asked, { during: EVER, bots: 'excluded' });
        }),
        runs(0.03),
      );
    });
  });
}

/** The largest first; ties by value. */
function byMeasure(
  measure: RowMeasure,
  descending = true,
): (one: BreakdownGroup, other: BreakdownGroup) => number {
  const sign = descending ? 1 : -1;
  return (one, other) =>
    sign * (measureIn(other, measure) - measureIn(one, measure)) || (one.value < other.value ? -1 : 1);
}

function othersIn(rows: readonly BreakdownGroup[]): Breakdown['others'] {
  return {
    events: sum(rows.map(({ events }) => events)),
    pageviews: sum(rows.map(({ pageviews }) => pageviews)),
    conversions: sum(rows.map(({ conversions }) => conversions)),
    sessions: sum(rows.map(({ sessions }) => sessions)),
    values: addUpValues(rows.flatMap(({ values }) => values)),
  };
}

function measureIn({ values, ...counts }: Totals | BreakdownGroup, { by, currency }: RowMeasure): number {
  if (by !== 'revenue') return counts[by];
  return values.find((sum) => sum.currency === currency)?.minor ?? 0;
}

function isBotsIn({ deeds }: History, { ms, suffix }: EventRecord['id']): boolean {
  return deeds.some(({ event: { id }, botness }) => id.ms === ms && id.suffix === suffix && botness > 0);
}

type Asked = { readonly project: string; readonly history: History };

async function expectBreakdowns(
  store: EventStores,
  { project, history }: Asked,
  { during, ...kind }: { during: Period } & Kind,
): Promise<void> {
  const question = { project, ...kind };
  const totals = await store.reports.totals(question, during);
  for (const dimension of DIMENSIONS) {
    const { visitors, rows } = await store.reports.breakdown(question, during, dimension);
    expect(rows.toSorted(byValue), dimension).toEqual(breakdownIn(history, during, dimension, question));
    expect(visitors).toBe(totals.visitors);
    expectAddsUp(rows, totals);
  }
}

/** What is additive adds up to the totals, session measures only where they are of sessions. */
function expectAddsUp(rows: readonly BreakdownGroup[], totals: Totals): void {
  const add = (measure: (row: BreakdownGroup) => number | null) => sum(rows.map((row) => measure(row) ?? 0));
  const { events, pageviews, conversions, values, sessions, convertedSessions, bounces } = totals;
  expect({
    events: add((row) => row.events),
    pageviews: add((row) => row.pageviews),
    conversions: add((row) => row.conversions),
    values: addUpValues(rows.flatMap((row) => row.values)),
  }).toEqual({ events, pageviews, conversions, values });
  // A session whose events were all removed stands in no row of single events, which then may be none.
  if (rows.length === 0 || rows.some((row) => row.bounces === null)) return;
  expect({
    sessions: add((row) => row.sessions),
    convertedSessions: add((row) => row.convertedSessions),
    bounces: add((row) => row.bounces),
  }).toEqual({ sessions, convertedSessions, bounces });
}

const WORDS_OF_CAMPAIGNS = [
  ['source', ({ source }: CampaignGroup) => source],
  ['medium', ({ medium }: CampaignGroup) => medium],
  ['channel', ({ channel }: CampaignGroup) => channel],
  ['campaign', ({ campaign }: CampaignGroup) => campaign],
  ['ad_platform', ({ adPlatform }: CampaignGroup) => adPlatform],
] as const;

function addUpBy(groups: readonly CampaignGroup[], word: (group: CampaignGroup) => string) {
  return [...Map.groupBy(groups, word)]
    .map(([value, own]) => ({
      value,
      sessions: sum(own.map(({ sessions }) => sessions)),
      conversions: sum(own.map(({ conversions }) => conversions)),
      values: addUpValues(own.flatMap(({ values }) => values)),
    }))
    .toSorted((a, b) => (a.value < b.value ? -1 : 1));
}

/** What rows have of sessions and conversions, of those that have any. */
function withoutIdle(rows: readonly BreakdownGroup[]) {
  return rows
    .filter(({ sessions, conversions }) => sessions + conversions > 0)
    .map(({ value, sessions, conversions, values }) => ({ value, sessions, conversions, values }));
}

/** A row as totals have it: without its value, and without the measures of sessions where it has none. */
function withoutWhatIsOfSessions({ value: _, ...row }: BreakdownGroup): Partial<Totals> {
  return Object.fromEntries(Object.entries(row).filter(([, measure]) => measure !== null));
}

async function rowsBy(store: EventStores, project: string, dimension: Dimension): Promise<BreakdownGroup[]> {
  return (await store.reports.breakdown(ask(project), EVER, dimension)).rows.toSorted(byValue);
}

function periodsBetween(edges: readonly number[]): Period[] {
  return edges.slice(1).map((to, index) => ({ from: edges[index] as number, to }));
}

const byValue = (a: BreakdownGroup, b: BreakdownGroup) => (a.value < b.value ? -1 : 1);

const keyOf = ({ category, name, reasons }: KnownBot) => JSON.stringify({ category, name, reasons });
