import type { Writing } from './numbers.ts';
import { oneOrMany } from './one-or-many.ts';
import type { Sentence } from './overview-sentence.ts';

/** What the sentence about webhooks is made of. */
export type WebhooksFacts = {
  readonly endpoints: number;
  /** Those that have only failed for a day. */
  readonly failing: number;
  readonly paused: number;
  /** Deliveries that are still to be sent. */
  readonly owed: number;
};

/** Who is told of events; then what is wrong, or else what still waits. */
export function webhooksSentence(facts: WebhooksFacts, writing: Writing): Sentence {
  const { endpoints, failing, paused, owed } = facts;
  if (endpoints === 0)
    return {
      lead: 'No server is told of events yet.',
      aside: 'A webhook sends events of the types that you choose to an address of yours, signed.',
    };
  const lead = `${oneOrMany(endpoints, ['endpoint is', 'endpoints are'], writing)} told of events.`;
  const waits =
    owed === 0 ? [] : [`${oneOrMany(owed, ['delivery is', 'deliveries are'], writing)} still to be sent.`];
  const wrong = [
    ...(failing > 0 ? [`${oneOrMany(failing, ['has', 'have'], writing)} only failed for a day.`] : []),
    ...(paused > 0 ? [`${oneOrMany(paused, ['is', 'are'], writing)} paused.`] : []),
  ];
  const aside = [...wrong, ...waits].join(' ');
  return { lead, aside: aside || 'Everything that was to be sent has been sent.' };
}
