import {
  BOT_CATEGORIES,
  type BotBreakdown,
  type BotSeries,
  type BotsQuery,
  type BotsResponse,
} from '@cvq/contract';
import type { BotTraffic, ReportQuestions } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { type Bucket, bucketsOf, edgesOf, isUnderWay } from '../buckets.ts';
import type { ReportPeriod } from '../period.ts';
import { resolveGranularity } from '../range.ts';
import { sumOfBots } from './sum-of-bots.ts';

type Asked = ReportPeriod & { readonly args: BotsQuery };

const DEFAULT_ROWS = 10;

/**
 * Bots beside people, over time and by what is asked for, all of one moment.
 * @throws ApiError invalid_range
 */
export async function botTraffic(asked: Asked, reports: ReportQuestions): Promise<BotsResponse> {
  const { args, range, question, meta, at } = asked;
  const { category, name, reason, breakdown = [] } = args;
  const granularity = resolveGranularity(args.granularity, range);
  const buckets = bucketsOf(range, granularity, at);
  // What is dated after the last bucket that has begun is in the sums alone.
  const edges = [...new Set([range.from, ...edgesOf(buckets), range.to])];
  const pages = breakdown.find(({ dimension }) => dimension === 'page');
  const found = await askStore(
    reports.botTraffic(question, {
      edges,
      only: { category, name, reason },
      pages: pages === undefined ? 0 : (pages.rows ?? DEFAULT_ROWS),
    }),
  );
  return {
    ...sumOfBots(found.bots.map((bot) => ({ ...bot, requests: sum(bot.requests) }))),
    people_requests: sum(found.people),
    series: toSeries(found, {
      granularity,
      buckets,
      partial: buckets.some((bucket) => isUnderWay(bucket, asked)),
    }),
    breakdowns: breakdown.map(({ dimension, rows = DEFAULT_ROWS }) =>
      dimension === 'page' ? byPage(found) : byWord(found, { dimension, rows, buckets: buckets.length }),
    ),
    meta,
  };
}

type Told = Pick<BotSeries, 'granularity' | 'partial'> & { readonly buckets: readonly Bucket[] };

function toSeries({ bots, people }: BotTraffic, { buckets, ...told }: Told): BotSeries {
  const length = buckets.length;
  const countsOf = (of: BotTraffic['bots']) =>
    addUp(
      of.map(({ requests }) => requests),
      length,
    );
  return {
    ...told,
    labels: buckets.map(({ label }) => label),
    starts: buckets.map(({ start }) => start),
    bot_requests: countsOf(bots),
    people_requests: people.slice(0, length),
    by_category: Object.fromEntries(
      BOT_CATEGORIES.map((category) => [category, countsOf(bots.filter((bot) => bot.category === category))]),
    ) as BotSeries['by_category'],
  };
}

function byPage({ pages, totalPages }: BotTraffic): BotBreakdown {
  return {
    dimension: 'page',
    total_rows: totalPages,
    rows: pages.map(({ page, bots, people }) => ({
      value: page,
      bot_requests: bots,
      people_requests: people,
    })),
  };
}

type Division = {
  readonly dimension: Exclude<BotBreakdown['dimension'], 'page'>;
  readonly rows: number;
  /** Of the series. */
  readonly buckets: number;
};

function byWord({ bots, people }: BotTraffic, { dimension, rows, buckets }: Division): BotBreakdown {
  const wordsOf = (bot: BotTraffic['bots'][number]) =>
    dimension === 'reason' ? bot.reasons : [dimension === 'name' ? bot.name : bot.category];
  const groups = Map.groupBy(
    bots.flatMap((bot) => wordsOf(bot).map((word) => ({ word, bot }))),
    ({ word }) => word,
  );
  const all = [...groups].map(([value, own]) => {
    const counts = addUp(
      own.map(({ bot }) => bot.requests),
      people.length,
    );
    return {
      value,
      ...(dimension === 'name' && { category: mostOf(own.map(({ bot }) => bot)) }),
      bot_requests: sum(counts),
      trend: counts.slice(0, buckets),
    };
  });
  all.sort((one, other) => other.bot_requests - one.bot_requests || (one.value < other.value ? -1 : 1));
  return { dimension, total_rows: all.length, rows: all.slice(0, rows) };
}

/** What most requests of bots of one name are for. */
function mostOf(bots: BotTraffic['bots']): (typeof BOT_CATEGORIES)[number] {
  const [most] = bots.toSorted((one, other) => sum(other.requests) - sum(one.requests));
  return most?.category ?? 'other';
}

function addUp(all: readonly (readonly number[])[], length: number): number[] {
  return Array.from({ length }, (_, place) => sum(all.map((counts) => counts[place] as number)));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
