import type { ListKeysResponse } from '@cvq/contract';
import { count, type Writing } from './numbers.ts';
import type { Sentence } from './overview-sentence.ts';

/** How many keys an account has, of how many, and what each may ask. */
export function keysSentence(meta: ListKeysResponse['meta'], writing: Writing): Sentence {
  const { active_keys: active, plan, limits } = meta;
  const allowed = `${count(limits.keys, writing)} secret keys`;
  if (active === 0)
    return {
      lead: 'No secret key yet.',
      aside: `A program reads your figures with one. The plan ${plan} allows ${allowed}.`,
    };
  const left = limits.keys - active;
  return {
    lead: `${count(active, writing)} of ${allowed} ${active === 1 ? 'is' : 'are'} in use.`,
    aside: left > 0 ? `The plan ${plan} leaves ${count(left, writing)}.` : `The plan ${plan} allows no more.`,
  };
}
