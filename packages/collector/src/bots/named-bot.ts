import type { NamedBot } from './evidence.ts';
import { AI_AGENTS, AI_APPS, LOOSE_AI_AGENTS } from './tables/ai-agents.ts';
import { NAMED_BOTS } from './tables/named-bots.ts';

/** The app of a person behind a browser's user agent, such as `Safari/537.36 Doubao/8.1.0`. */
const APP = new RegExp(
  `^Mozilla/(?!.*(?:compatible;|https?:)).* (?:${[...AI_APPS].join('|')})/\\d+\\.\\d+\\.\\d`,
);

const BY_TOKEN = new Map<string, NamedBot>();
for (const token of AI_AGENTS) BY_TOKEN.set(token.toLowerCase(), { name: token, category: 'ai_crawler' });
for (const [category, bots] of Object.entries(NAMED_BOTS) as [NamedBot['category'], readonly string[]][]) {
  for (const row of bots) {
    const [name = '', ...tokens] = row.split(' = ');
    for (const token of tokens.length > 0 ? tokens : [name])
      BY_TOKEN.set(token.toLowerCase(), { name, category });
  }
}

const escaped = (words: Iterable<string>) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('|');

/**
 * All tokens in one expression, the longest first, each a whole word: `Yeti` must not hit a phone called Yetix. What is
 * like Googlebot is another.
 */
const TOKENS = new RegExp(`(?<![a-z0-9]|\\b(?:like|with) )(?:${escaped(BY_TOKEN.keys())})(?![a-z0-9])`, 'i');
const LOOSE_TOKENS = new RegExp(`\\bSafari/[\\d.]+ (${escaped(LOOSE_AI_AGENTS)})/\\d[\\d.]*$`);

/** The bot that a user agent names by a token of its operator. */
export function findNamedBot(userAgent: string): NamedBot | null {
  const token = TOKENS.exec(userAgent)?.[0];
  const bot = token === undefined ? undefined : BY_TOKEN.get(token.toLowerCase());
  if (bot !== undefined) return AI_APPS.has(bot.name) && APP.test(userAgent) ? null : bot;
  const loose = LOOSE_TOKENS.exec(userAgent)?.[1];
  return loose === undefined || /\bElectron\//.test(userAgent)
    ? null
    : { name: loose, category: 'ai_crawler' };
}
