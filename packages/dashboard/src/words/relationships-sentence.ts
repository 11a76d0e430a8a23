import type { ClientRelationship } from '@cvq/contract';
import { count, type Writing } from './numbers.ts';
import { oneOrMany } from './one-or-many.ts';
import type { Sentence } from './overview-sentence.ts';

type Sides = {
  readonly agencies: readonly ClientRelationship[];
  readonly clients: readonly ClientRelationship[];
  readonly isAgency: boolean;
};

/** For whom an account works, and who works for it. */
export function relationshipsSentence({ agencies, clients, isAgency }: Sides, writing: Writing): Sentence {
  const [own, others] = [activeIn(clients), activeIn(agencies)];
  const waiting = agencies.filter(({ status }) => status === 'invited').length;
  const asks =
    waiting === 0 ? '' : `${oneOrMany(waiting, ['agency waits', 'agencies wait'], writing)} for your answer.`;
  const worksForUs =
    others === 0
      ? 'No agency works for you.'
      : `${oneOrMany(others, ['agency works', 'agencies work'], writing)} for you.`;
  if (!isAgency) return { lead: worksForUs, aside: asks };
  const lead =
    own === 0
      ? 'You work for no client yet.'
      : `You work for ${own === 1 ? 'one client' : `${count(own, writing)} clients`}.`;
  return { lead, aside: [others > 0 ? worksForUs : '', asks].filter((part) => part !== '').join(' ') };
}

const activeIn = (all: readonly ClientRelationship[]) =>
  all.filter(({ status }) => status === 'active').length;
