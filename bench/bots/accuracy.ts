import { classifyUserAgent } from '@cvq/collector/bots';
import { agreedCategories } from './agreed-categories.ts';
import { botBy } from './bot-by.ts';
import type { Figure } from './figure.ts';
import { RARE_DEVICES } from './made-up/rare-devices.ts';
import { TELEVISIONS } from './made-up/televisions.ts';
import { WEB_VIEWS } from './made-up/web-views.ts';
import { readOwnSet, readSet, rowsOf } from './sets.ts';
import { atLeast, atMost, share } from './share.ts';

const isBot = (userAgent: string) => botBy(userAgent) !== null;
const isRowOfBot = ({ ua }: { readonly ua: string }) => isBot(ua);

/** How often user agents are classified rightly, by the sets of the tests or those in CVQ_BOT_SETS. */
export function accuracy(): Figure[] {
  return [...bots(), ...people()];
}

function bots(): Figure[] {
  const all = rowsOf('bots');
  const labelled = all.filter(({ cat }) => cat);
  const agreed = agreedCategories();
  const mustName = readSet<[string, string, string][]>('must-name') ?? [];
  const behindChrome = rowsOf('ai-tokens').filter(({ form }) => form === 'chrome-suffix');
  const fleet = readSet<string[]>('spoofed-fleet') ?? [];
  return [
    atLeast(`bots found, of ${all.length}`, 99.5, share(all, isRowOfBot)),
    atLeast('AI tokens behind a Chrome', 95, share(behindChrome, isRowOfBot)),
    atLeast('made-up versions of Chrome', 99.9, share(fleet, isBot)),
    atLeast('must-name list', 100, share(mustName, isNamedRightly)),
    atLeast(
      `category where two lists agree, of ${agreed.length}`,
      94,
      share(agreed, ({ userAgent, category }) => classifyUserAgent(userAgent).bot?.category === category),
    ),
    atLeast(
      'category as one list has it',
      94,
      share(labelled, ({ ua, cat }) => botBy(ua)?.category === cat),
    ),
  ];
}

function people(): Figure[] {
  const weighted = readSet<[string, number][]>('people-weighted') ?? [];
  const rare = RARE_DEVICES.map(({ userAgent }) => userAgent);
  // Sets whose licence lets nobody ship them are measured where they are at hand.
  const own = ['rare-devices', 'in-app'].flatMap((name) => {
    const set = readOwnSet<string[]>(name);
    return set ? [atMost(`own set ${name} called a bot`, 0.2, share(set, isBot))] : [];
  });
  return [
    atMost(`rare devices called a bot, of ${rare.length}`, 0.2, share(rare, isBot)),
    atMost(`views in apps called a bot, of ${WEB_VIEWS.length}`, 0.2, share(WEB_VIEWS, isBot)),
    atMost(`televisions called a bot, of ${TELEVISIONS.length}`, 0.2, share(TELEVISIONS, isBot)),
    atMost('browsers of fixtures called a bot', 0.2, share(rowsOf('people'), isRowOfBot)),
    atMost('clean traffic called a bot', 0, wrongWeight(weighted)),
    atMost('tricky people called a bot', 0, share(rowsOf('tricky-people'), isRowOfBot)),
    ...own,
  ];
}

function isNamedRightly([name, category, userAgent]: readonly [string, string, string]): boolean {
  const bot = botBy(userAgent);
  return bot?.name === name && bot.category === category;
}

function wrongWeight(weighted: readonly (readonly [string, number])[]): number {
  const sum = (rows: typeof weighted) => rows.reduce((total, [, requests]) => total + requests, 0);
  return (100 * sum(weighted.filter(([userAgent]) => isBot(userAgent)))) / sum(weighted);
}
