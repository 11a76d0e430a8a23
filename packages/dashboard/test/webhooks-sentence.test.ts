import { expect, it } from 'vitest';
import { type WebhooksFacts, webhooksSentence } from '../src/words/webhooks-sentence.ts';

const WRITING = { locale: 'en', currency: 'EUR' };
const QUIET: WebhooksFacts = { endpoints: 1, failing: 0, paused: 0, owed: 0 };

it.each([
  [
    { ...QUIET, endpoints: 0 },
    'No server is told of events yet. A webhook sends events of the types that you choose to an address of yours, signed.',
  ],
  [QUIET, 'One endpoint is told of events. Everything that was to be sent has been sent.'],
  [{ ...QUIET, endpoints: 3, owed: 1 }, '3 endpoints are told of events. One delivery is still to be sent.'],
  [
    { endpoints: 3, failing: 1, paused: 2, owed: 1200 },
    '3 endpoints are told of events. One has only failed for a day. 2 are paused. 1,200 deliveries are still to be sent.',
  ],
] as [WebhooksFacts, string][])('the sentence about %j', (facts, sentence) => {
  const { lead, aside } = webhooksSentence(facts, WRITING);
  expect(`${lead} ${aside}`).toBe(sentence);
});
