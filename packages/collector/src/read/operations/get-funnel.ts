import { DAY_MS, FUNNEL_WINDOW_DAYS, FunnelQuery, FunnelResponse } from '@cvq/contract';
import type { Funnel, Period, Question } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { type Compared, comparedPeriod, describeCompared } from '../compared-period.ts';
import { firstEventOf } from '../first-event-of.ts';
import { funnelProgress } from '../funnel-progress.ts';
import { definePeriodOperation, type OperationDeps } from '../operation.ts';

const DEFAULT_ROWS = 5;

export const getFunnel = definePeriodOperation({
  name: 'get_funnel',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/funnel',
  summary: 'Steps one after the other',
  description: 'How many visitors or sessions took each of several steps, one after the other.',
  scopes: ['analytics:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: FunnelQuery,
  response: FunnelResponse,
  errors: ['unsupported_dimension'],
  example: 'event_types=pageview,purchase&range=30d',
  tool: {
    description:
      'How many visitors took several steps one after the other, and left between: for where people give up.',
    without: ['compare_start_date', 'compare_end_date', 'match', 'compare_until'],
    limited: 'data.breakdown.rows',
    more: 'Ask for the values one by one, by filter.',
  },
  async run(asked, deps) {
    const { args, range, question, meta } = asked;
    const { event_types: eventTypes, window_days = FUNNEL_WINDOW_DAYS.default, scope = 'visitor' } = args;
    const funnel: Funnel = { eventTypes, windowMs: window_days * DAY_MS, scope };
    const compared = comparedPeriod(args, asked);
    const [progress, comparison, breakdown] = await Promise.all([
      progressOf({ question, period: range, funnel }, deps),
      compared && progressBefore({ ...asked, funnel }, compared, deps),
      args.dimension && divided({ question, period: range, funnel }, args, deps),
    ]);
    const neverHappened = await typesWithoutEvents(progress, asked, deps);
    return {
      data: {
        scope,
        window_days,
        ...progress,
        ...(neverHappened.length > 0 && { types_without_events: neverHappened }),
        ...(comparison && { comparison }),
        ...(breakdown && { breakdown }),
      },
      meta,
    };
  },
});

type Stores = Pick<OperationDeps, 'reports'>;
type AskedFunnel = { readonly question: Question; readonly period: Period; readonly funnel: Funnel };

async function progressOf({ question, period, funnel }: AskedFunnel, { reports }: Stores) {
  return funnelProgress(funnel, await askStore(reports.funnel(question, period, funnel)));
}

/** Types of steps that nobody took, of which the range has no event at all: a type may be misspelt. */
async function typesWithoutEvents(
  { steps }: Pick<FunnelResponse['data'], 'steps'>,
  { question, range }: { readonly question: Question; readonly range: Period },
  { reports }: Stores,
): Promise<string[]> {
  const types = steps.filter(({ count }) => count === 0).map(({ event_type: type }) => type);
  if (types.length === 0) return [];
  const unfiltered = { ...question, filters: [] };
  const { rows } = await askStore(reports.breakdown(unfiltered, range, 'event_type', { values: types }));
  return types.filter((type) => !rows.some(({ value }) => value === type));
}

async function progressBefore(
  asked: Omit<AskedFunnel, 'period'> & Parameters<typeof firstEventOf>[0],
  compared: Compared,
  deps: OperationDeps,
) {
  const [progress, firstEventAt] = await Promise.all([
    progressOf({ ...asked, period: compared.period }, deps),
    firstEventOf(asked, deps),
  ]);
  return { ...describeCompared(compared, firstEventAt), ...progress };
}

/** The values that most of those have who took the first step, each with the funnel that a filter by it has. */
async function divided(
  asked: AskedFunnel,
  { dimension, limit = DEFAULT_ROWS }: Pick<FunnelQuery, 'dimension' | 'limit'>,
  deps: Stores,
): Promise<FunnelResponse['data']['breakdown']> {
  if (dimension === undefined) return undefined;
  const { question, period, funnel } = asked;
  const { filters = [] } = question;
  const { values, total } = await askStore(
    deps.reports.funnelValues(question, period, { funnel, dimension, limit }),
  );
  const found = await Promise.all(
    values.map((value) => {
      const own = { dimension, operator: 'is', values: [value] } as const;
      return progressOf({ ...asked, question: { ...question, filters: [...filters, own] } }, deps);
    }),
  );
  return {
    dimension,
    total_rows: total,
    rows: values.map((value, index) => ({ value, ...(found[index] as (typeof found)[number]) })),
  };
}
