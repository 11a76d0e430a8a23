import { isbot } from 'isbot';
import type { NamedBot } from './classification.ts';
import type { Reason } from './evidence.ts';
import { impossibleBrowser } from './impossible-browser.ts';
import { nameBot } from './name-bot.ts';
import { findNamedBot } from './named-bot.ts';
import { FURTHER_PROGRAMS } from './tables/further-programs.ts';
import { withoutHumanPhrases } from './without-human-phrases.ts';

/** What a user agent says by itself. */
export type UserAgentFindings = { readonly reasons: readonly Reason[]; readonly bot: NamedBot | null };

/** No browser sends more. What follows would only cost time in regular expressions. */
const MAX_LENGTH = 512;

/** NamedBot bots first, since a list of patterns knows no names; then programs of any kind; then lies about a browser. */
export function classifyUserAgent(userAgent: string): UserAgentFindings {
  const text = userAgent.slice(0, MAX_LENGTH);
  const named = findNamedBot(text);
  if (named !== null) return { reasons: ['named'], bot: named };
  if (isProgram(text)) return { reasons: ['user_agent'], bot: nameBot(text) };
  const lie = impossibleBrowser(text);
  const reasons: Reason[] = userAgent.length > MAX_LENGTH ? ['long_user_agent'] : [];
  if (lie === null) return { reasons, bot: null };
  return { reasons: [lie, ...reasons], bot: { name: 'Spoofed browser', category: 'other' } };
}

/** People whose device or app has a bot's name are people: what named it is taken away, and the rest must be one. */
function isProgram(text: string): boolean {
  if (!looksLikeProgram(text)) return false;
  const rest = withoutHumanPhrases(text);
  return rest === text || (rest !== '' && looksLikeProgram(rest));
}

function looksLikeProgram(text: string): boolean {
  return isbot(text) || FURTHER_PROGRAMS.test(text);
}
