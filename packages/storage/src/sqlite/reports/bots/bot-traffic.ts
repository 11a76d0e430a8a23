import type { BotTraffic, BotTrafficAsked, Question } from '../../../reports.ts';
import type { Day } from '../../days/day.ts';
import { isOfBot } from '../../rollups/bots-of-day.ts';
import { filterEvents } from '../filters/filtered-events.ts';
import { bucketOf } from '../measures/bucket-of.ts';
import { type ReportContext, startRun } from '../report-run.ts';
import { valuesOfDimension } from '../values/values-of-dimension.ts';
import { KnownBots } from './known-bots.ts';
import { PageCounts } from './page-counts.ts';

/** The events that bots and people left, from bucket to bucket and by page. */
export function botTraffic(
  context: ReportContext,
  question: Question,
  { edges, only, pages: mostPages }: BotTrafficAsked,
): BotTraffic {
  const buckets = edges.length - 1;
  const people = new Array<number>(buckets).fill(0);
  const requests: number[][] = [];
  const byPage = new PageCounts();
  const known = new KnownBots(context.db, only);
  const pages = valuesOfDimension(context.dictionaries, 'page');
  const all: Question = { ...question, bots: 'included' };
  const run = startRun(context, all, { from: edges[0] as number, to: edges.at(-1) as number });
  filterEvents(run, all).eachDay((day, { counts }) => addDay(day, counts));
  return {
    bots: known.bots.map((bot, index) => ({ ...bot, requests: requests[index] as number[] })),
    people,
    pages: byPage.first(mostPages, (page) => pages.text(page)),
    totalPages: byPage.withBots,
  };

  function addDay(day: Day, counts: Uint8Array): void {
    const { events } = day;
    const page = pages.ofEvents(day, counts);
    let bucket = 0;
    let next = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < events.count; index += 1) {
      if (counts[index] !== 1) continue;
      const time = events.time[index] as number;
      if (time >= next) {
        bucket = bucketOf(edges, day.start + time);
        next = (edges[bucket + 1] as number) - day.start;
      }
      if (isOfBot(events, index))
        addBot(known.numberOf(events.classification[index] as number), bucket, page[index] as number);
      else {
        people[bucket] = (people[bucket] as number) + 1;
        byPage.addPerson(page[index] as number);
      }
    }
  }

  function addBot(bot: number, bucket: number, page: number): void {
    if (bot < 0) return;
    const own = requestsOf(bot);
    own[bucket] = (own[bucket] as number) + 1;
    byPage.addBot(page);
  }

  function requestsOf(bot: number): number[] {
    const own = requests[bot] ?? new Array<number>(buckets).fill(0);
    requests[bot] = own;
    return own;
  }
}
