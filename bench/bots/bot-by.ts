import { BOT_SCORE, classifyUserAgent, type NamedBot, REASON_SCORES } from '@cvq/collector/bots';

/** The bot that a user agent alone proves; null for a person. */
export function botBy(userAgent: string): NamedBot | null {
  const { reasons, bot } = classifyUserAgent(userAgent);
  const score = reasons.reduce((sum, reason) => sum + REASON_SCORES[reason], 0);
  return score >= BOT_SCORE ? bot : null;
}
