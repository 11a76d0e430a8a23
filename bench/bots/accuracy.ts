import { BOT_SCORE, judgeUserAgent, REASON_SCORES } from '@cvq/collector/bots';
import type { Figure } from './figure.ts';
import { readSet, rowsOf } from './sets.ts';

/** How often user agents are judged rightly, by the sets of the tests or those in CVQ_BOT_SETS. */
export function accuracy(): Figure[] {
  const bots = rowsOf('bots');
  const behindChrome = rowsOf('ai-tokens').filter(({ form }) => form === 'chrome-suffix');
  const mustName = readSet<[string, string, string][]>('must-name') ?? [];
  const weighted = readSet<[string, number][]>('people-weighted') ?? [];
  const agreed = bots.filter(({ cat }) => cat);
  return [
    atLeast(
      'bots found',
      99.5,
      share(bots, ({ ua }) => botBy(ua) !== null),
    ),
    atLeast(
      'AI tokens behind a Chrome',
      95,
      share(behindChrome, ({ ua }) => botBy(ua) !== null),
    ),
    atLeast(
      'made-up versions of Chrome',
      99.9,
      share(readSet<string[]>('spoofed-fleet') ?? [], (ua) => botBy(ua) !== null),
    ),
    atLeast(
      'must-name list',
      100,
      share(mustName, ([name, category, ua]) => isNamed(botBy(ua), name, category)),
    ),
    atLeast(
      'category as the lists have it',
      94,
      share(agreed, ({ ua, cat }) => botBy(ua)?.category === cat),
    ),
    atMost('clean traffic called a bot', 0, wrongWeight(weighted)),
    atMost(
      'tricky people called a bot',
      0,
      share(rowsOf('tricky-people'), ({ ua }) => botBy(ua) !== null),
    ),
    atMost(
      'browsers of fixtures called a bot',
      0.2,
      share(rowsOf('people'), ({ ua }) => botBy(ua) !== null),
    ),
    // Sets whose licence lets nobody ship them are measured where they are at hand.
    ...['rare-devices', 'in-app'].flatMap((name) => {
      const people = readSet<string[]>(name);
      return people
        ? [
            atMost(
              `${name} called a bot`,
              0.2,
              share(people, (ua) => botBy(ua) !== null),
            ),
          ]
        : [];
    }),
  ];
}

function botBy(userAgent: string) {
  const { reasons, bot } = judgeUserAgent(userAgent);
  return reasons.reduce((sum, reason) => sum + REASON_SCORES[reason], 0) >= BOT_SCORE ? bot : null;
}

function isNamed(bot: ReturnType<typeof botBy>, name: string, category: string): boolean {
  return bot?.name === name && bot.category === category;
}

function share<Item>(items: readonly Item[], isSo: (item: Item) => boolean): number {
  return items.length === 0 ? Number.NaN : (100 * items.filter(isSo).length) / items.length;
}

function wrongWeight(weighted: readonly (readonly [string, number])[]): number {
  const sum = (rows: typeof weighted) => rows.reduce((total, [, requests]) => total + requests, 0);
  return (100 * sum(weighted.filter(([ua]) => botBy(ua) !== null))) / sum(weighted);
}

function atLeast(what: string, goal: number, found: number): Figure {
  return { what, found: `${found.toFixed(2)} %`, goal: `>= ${goal} %`, isMet: found >= goal };
}

function atMost(what: string, goal: number, found: number): Figure {
  return { what, found: `${found.toFixed(3)} %`, goal: `<= ${goal} %`, isMet: found <= goal };
}
