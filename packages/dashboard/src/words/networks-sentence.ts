import type { BotNetworks } from '@cvq/contract';
import { type Calendar, day } from './dates.ts';

/** How old the networks are by which crawlers are told from those who only say to be one, and who sees to it. */
export function networksSentence(
  { owners, outdated_since: since, refreshes_itself: isFetched }: BotNetworks,
  calendar: Calendar,
): string {
  const of = `Networks of ${owners.length} operators of crawlers and clouds`;
  const newest = owners.at(-1)?.date;
  const age =
    since !== null
      ? `the oldest are of ${day(since, calendar)}: too old to tell a crawler from who only says to be one.`
      : newest === undefined
        ? 'none are known.'
        : `fetched by ${day(newest, calendar)}.`;
  const who = isFetched
    ? 'The collector fetches them once a week.'
    : 'This collector fetches none (CVQ_BOT_NETWORKS is off); whoever runs it can, by cvq bots update.';
  return `${of}, ${age} ${who}`;
}
