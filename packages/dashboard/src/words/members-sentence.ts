import type { Writing } from './numbers.ts';
import { oneOrMany } from './one-or-many.ts';
import type { Sentence } from './overview-sentence.ts';

type Counted = { readonly people: number; readonly owners: number; readonly invited: number };

/** How many people are in an account, and how many are still to come. */
export function membersSentence(
  account: string,
  { people, owners, invited }: Counted,
  writing: Writing,
): Sentence {
  const many = oneOrMany(people, ['person is', 'people are'], writing);
  const lead = people === 0 ? `Nobody is a member of ${account}.` : `${many} in ${account}.`;
  const waiting = `${oneOrMany(invited, ['invitation is', 'invitations are'], writing)} open.`;
  const missing = owners === 0 ? 'It has no owner yet: invite one, or open another account.' : '';
  return { lead, aside: [missing, invited > 0 ? waiting : ''].filter((part) => part !== '').join(' ') };
}
