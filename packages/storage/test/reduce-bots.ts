import type { BotFilter, BotTraffic, KnownBot, Question } from '@cvq/storage';
import { keptIn } from './reduce-filters.ts';
import type { Deed, History } from './reduce-history.ts';
import { byTime } from './reduce-sessions.ts';

/** The events of bots and of people, each looked at by itself. Bots come in the order of their words. */
export function botTrafficIn(
  history: History,
  question: Pick<Question, 'filters'>,
  { edges, only }: { readonly edges: readonly number[]; readonly only: BotFilter },
): Omit<BotTraffic, 'totalPages'> {
  const period = { from: edges[0] as number, to: edges.at(-1) as number };
  const { deeds } = keptIn(history, period, { ...question, bots: 'included' });
  const ofPeople = deeds.filter((deed) => botOf(deed) === null);
  const ofBots = deeds.flatMap((deed) => {
    const bot = botOf(deed);
    return bot !== null && isMeant(bot, only) ? [{ deed, bot }] : [];
  });
  const counts = (own: readonly Deed[]) =>
    edges
      .slice(1)
      .map(
        (to, index) => own.filter(({ event: { at } }) => at >= (edges[index] as number) && at < to).length,
      );
  const groups = [...Map.groupBy(ofBots, ({ bot }) => JSON.stringify(bot))];
  const pageOf = ({ event }: Deed) => event.page?.path ?? '(not set)';
  const pages = [...Map.groupBy(ofBots, ({ deed }) => pageOf(deed))].map(([page, own]) => ({
    page,
    bots: own.length,
    people: ofPeople.filter((deed) => pageOf(deed) === page).length,
  }));
  return {
    bots: groups
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([bot, own]) => ({
        ...(JSON.parse(bot) as KnownBot),
        requests: counts(own.map(({ deed }) => deed)),
      })),
    people: counts(ofPeople),
    pages: pages.toSorted((one, other) => other.bots - one.bots || (one.page < other.page ? -1 : 1)),
  };
}

/** Its own classification, else the earliest in its session, else that it runs no JavaScript. */
function botOf({ event, session }: Deed): KnownBot | null {
  const ofSession = session?.events
    .filter(({ origin, bot }) => origin === 'browser' && bot !== null)
    .toSorted(byTime)[0];
  const bot = event.bot ?? ofSession?.bot;
  if (bot) return { category: bot.category, name: bot.name, reasons: bot.reasons };
  return event.exclusion === 'no_javascript'
    ? { category: 'other', name: 'No JavaScript', reasons: ['no_javascript'] }
    : null;
}

const isMeant = (bot: KnownBot, { category, name, reason }: BotFilter) =>
  (category ?? bot.category) === bot.category &&
  (name ?? bot.name) === bot.name &&
  (reason === undefined || bot.reasons.includes(reason));
