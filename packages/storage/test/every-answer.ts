import { DIMENSIONS } from '@cvq/contract';
import type { BotTraffic, Breakdown, Question, Reports } from '@cvq/storage';
import { DAY, NOON } from '../../../test/builders/event-records.ts';
import { EVER } from './contract/stores.ts';

const EDGES = Array.from({ length: 5 }, (_, day) => NOON + (day - 2) * DAY);
const FUNNEL = { eventTypes: ['pageview', 'purchase'], windowMs: DAY, scope: 'visitor' } as const;
const ANY_DIMENSION = [...DIMENSIONS, 'property:plan', 'property:owner'] as const;

type Kind = Required<Pick<Question, 'bots' | 'persons'>>;

export const EVERY_KIND: readonly Kind[] = (['excluded', 'included'] as const).flatMap((bots) =>
  (['on', 'off'] as const).map((persons) => ({ bots, persons })),
);

type Asked = {
  readonly kinds?: readonly Kind[];
  readonly dimensions?: readonly (typeof ANY_DIMENSION)[number][];
};

/** What reports say of a project, by question: over all time and by day, and by every dimension. */
export async function everyAnswer(
  reports: Reports,
  project: string,
  { kinds = EVERY_KIND, dimensions = ANY_DIMENSION }: Asked = {},
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const kind of kinds) {
    const question: Question = { project, ...kind };
    const name = (what: string) => `${what}, bots ${kind.bots}, persons ${kind.persons}`;
    answers[name('totals')] = await reports.totals(question, EVER);
    answers[name('series')] = await reports.series(question, EDGES);
    answers[name('funnel')] = await reports.funnel(question, EVER, FUNNEL);
    answers[name('sessions')] = await reports.funnel(question, EVER, { ...FUNNEL, scope: 'session' });
    answers[name('campaigns')] = byName(await reports.campaigns(question, EVER));
    answers[name('bots')] = byName(await reports.bots(question, EVER));
    answers[name('traffic of bots')] = inOrder(
      await reports.botTraffic(question, { edges: EDGES, only: {}, pages: 20 }),
    );
    for (const dimension of dimensions)
      answers[name(dimension)] = byValue(await reports.breakdown(question, EVER, dimension));
  }
  return answers;
}

/** Rows of equal measures come in no order. */
const byValue = ({ rows, ...rest }: Breakdown) => ({
  ...rest,
  rows: rows.toSorted((one, other) => (one.value < other.value ? -1 : 1)),
});
const inOrder = ({ bots, ...rest }: BotTraffic) => ({ ...rest, bots: byName(bots) });
const byName = <Row>(rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).toSorted();
