import { count, type Writing } from './numbers.ts';
import type { Sentence } from './overview-sentence.ts';

/** What the sentence about now is made of. */
export type LiveFacts = {
  readonly visitors: number;
  /** The page that most of them looked at; null where nobody looked at one. */
  readonly page: { readonly name: string; readonly visitors: number } | null;
  /** When the last event came, as a clock shows it; null where none came in half an hour. */
  readonly lastAt: string | null;
};

/** Who is there, then where most of them are. */
export function liveSentence({ visitors, page, lastAt }: LiveFacts, writing: Writing): Sentence {
  if (visitors === 0) {
    const last = lastAt === null ? 'Nothing came for half an hour.' : `The last event came at ${lastAt}.`;
    return { lead: 'Nobody is on the site now.', aside: last };
  }
  const lead =
    visitors === 1
      ? 'One person is on the site now.'
      : `${count(visitors, writing)} people are on the site now.`;
  if (page === null) return { lead, aside: '' };
  if (visitors === 1) return { lead, aside: `They look at ${page.name}.` };
  const many = page.visitors === visitors ? 'All of them' : `${count(page.visitors, writing)} of them`;
  return { lead, aside: `${many} looked at ${page.name}.` };
}
