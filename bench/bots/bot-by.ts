import { BOT_SCORE, judgeUserAgent, type Named, REASON_SCORES } from '@cvq/collector/bots';

/** The bot that a user agent alone proves; null for a person. */
export function botBy(userAgent: string): Named | null {
  const { reasons, bot } = judgeUserAgent(userAgent);
  const score = reasons.reduce((sum, reason) => sum + REASON_SCORES[reason], 0);
  return score >= BOT_SCORE ? bot : null;
}
