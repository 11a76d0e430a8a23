import { count, type Writing } from './numbers.ts';
import type { Sentence } from './overview-sentence.ts';

type Counted = { readonly people: number; readonly owners: number; readonly invited: number };

/** How many people are in an account, and how many are still to come. */
export function membersSentence(
  account: string,
  { people, owners, invited }: Counted,
  writing: Writing,
): Sentence {
  const many = people === 1 ? 'One person is' : `${count(people, writing)} people are`;
  const lead = people === 0 ? `Nobody is a member of ${account}.` : `${many} in ${account}.`;
  const waiting =
    invited === 1 ? 'One invitation is open.' : `${count(invited, writing)} invitations are open.`;
  const missing = owners === 0 ? 'It has no owner yet: invite one, or open another account.' : '';
  return { lead, aside: [missing, invited > 0 ? waiting : ''].filter((part) => part !== '').join(' ') };
}
