import type { CampaignGroup, Period, Question, Touch } from '@cvq/storage';
import { attributedTouch } from './reduce-attribution.ts';
import { keptIn } from './reduce-filters.ts';
import { type History, valuesOf } from './reduce-history.ts';

/** What came of touches, by their words, in the order of these. */
export function campaignsIn(
  history: History,
  period: Period,
  question: Pick<Question, 'bots' | 'filters'>,
): CampaignGroup[] {
  const { sales, sessions } = keptIn(history, period, question);
  const salesOf = Map.groupBy(sales, (sale) => keyOf(attributedTouch(sale, history)));
  const sessionsOf = Map.groupBy(sessions, ({ touch }) => keyOf(touch));
  return [...new Set([...salesOf.keys(), ...sessionsOf.keys()])].toSorted().map((key) => {
    const own = salesOf.get(key) ?? [];
    return {
      ...(JSON.parse(key) as Words),
      sessions: sessionsOf.get(key)?.length ?? 0,
      conversions: own.length,
      values: valuesOf(own),
    };
  });
}

/** As a sort of groups that come in no order. */
export const byWords = (one: CampaignGroup, other: CampaignGroup) =>
  JSON.stringify(wordsOf(one)) < JSON.stringify(wordsOf(other)) ? -1 : 1;

const keyOf = (touch: Touch | null) => JSON.stringify(wordsOf(touch ?? NO_WORDS));

type Words = Pick<CampaignGroup, 'source' | 'medium' | 'channel' | 'campaign' | 'adPlatform' | 'campaignId'>;

function wordsOf({ source, medium, channel, campaign, adPlatform, campaignId }: Words): Words {
  return { source, medium, channel, campaign, adPlatform, campaignId };
}

const NO_WORDS: Words = {
  source: '(not set)',
  medium: '(not set)',
  channel: '(not set)',
  campaign: '(not set)',
  adPlatform: '(not set)',
  campaignId: null,
};
