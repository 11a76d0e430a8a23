import { expect, it } from 'vitest';
import { adSourceName } from '../src/figures/ad-source-name.ts';
import { botWords } from '../src/figures/bot-words.ts';
import { lossWords, reasonSentence } from '../src/figures/delivery-words.ts';
import { dimensionValue } from '../src/figures/dimension-value.ts';
import { eventNoun } from '../src/words/event-noun.ts';
import { sourceName } from '../src/words/source-names.ts';

it.each(['__proto__', 'constructor', 'toString'])(
  '%s, which every object has, is a word like another',
  (said) => {
    for (const dimension of ['source', 'campaign', 'event_type', 'ad_platform', 'page'] as const)
      expect(typeof dimensionValue(dimension, said, 'en'), dimension).toBe('string');
    expect(dimensionValue('source', said, 'en')).toBe(said);
    expect(sourceName(said).toLowerCase()).toBe(said.toLowerCase());
    expect(adSourceName(said)).toBe(said);
    expect(botWords('category', said)).toBe(said);
    expect(botWords('reason', said)).toBe(said);
    expect(lossWords({ status: 'failed', state: said as never, reason: said })).toBe(said);
    expect(reasonSentence({ status: 'failed', state: 'failed', reason: said })).toBeNull();
    expect(eventNoun(said)).toBeNull();
  },
);
