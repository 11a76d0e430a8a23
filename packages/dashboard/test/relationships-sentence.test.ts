import type { ClientRelationship } from '@cvq/contract';
import { expect, it } from 'vitest';
import { relationshipsSentence } from '../src/words/relationships-sentence.ts';

const WRITING = { locale: 'en', currency: 'EUR' };
const active = { status: 'active' } as ClientRelationship;
const waiting = { status: 'invited' } as ClientRelationship;

it.each([
  [0, 'You work for no client yet.'],
  [1, 'You work for one client.'],
  [2, 'You work for 2 clients.'],
])('an agency of %d clients is told for whom it works', (clients, lead) => {
  const sides = { agencies: [], clients: Array(clients).fill(active), isAgency: true };
  expect(relationshipsSentence(sides, WRITING)).toEqual({ lead, aside: '' });
});

it('a client is told who works for it, and who waits for an answer', () => {
  const sides = { agencies: [active, waiting], clients: [], isAgency: false };
  expect(relationshipsSentence(sides, WRITING)).toEqual({
    lead: 'One agency works for you.',
    aside: 'One agency waits for your answer.',
  });
});
