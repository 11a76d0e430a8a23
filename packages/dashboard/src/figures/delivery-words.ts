import type { AdDeliveryState, DeliveryStatus } from '@cvq/contract';
import { ownWords } from '../words/own-words.ts';

/** Where a delivery stands, and why. */
export type ToldStanding = {
  readonly status: DeliveryStatus;
  readonly state: AdDeliveryState;
  readonly reason: string | null;
};

/** How it looks: green, amber and red tell what was done, waits and failed; what was never to be sent is quiet. */
export type Tone = 'up' | 'warn' | 'down' | 'muted';

const TONES: Readonly<Record<DeliveryStatus, Tone>> = {
  delivered: 'up',
  pending: 'warn',
  retrying: 'warn',
  failed: 'down',
  skipped: 'muted',
};

export const toneOf = ({ status }: Pick<ToldStanding, 'status'>): Tone => TONES[status];

const STATE_WORDS: Readonly<Record<AdDeliveryState, string>> = {
  held: 'Held for late news',
  waiting: 'Waiting for its time',
  sending: 'Being sent',
  accepted: 'Taken, not yet confirmed',
  blocked: 'Held back',
  retry_scheduled: 'Will be tried again',
  throttled: 'Will be tried again',
  delivered: 'Delivered',
  duplicate: 'Delivered before',
  unmatched: 'Delivered, matched with nobody',
  failed: 'Given up',
  rejected: 'Refused',
  expired: 'Too late',
  skipped: 'Not sent',
  dry_run: 'Built, not sent',
  cancelled: 'Taken back',
};

export const stateWords = ({ state }: ToldStanding): string => STATE_WORDS[state];

/** After a number: "181 without click id, e-mail or phone". */
const LOSSES: Readonly<Record<string, string>> = {
  held: 'held for late news',
  waiting: 'waiting for their time',
  sending: 'being sent',
  accepted: 'taken, not yet confirmed',
  blocked: 'held back',
  retry_scheduled: 'to be tried again',
  throttled: 'throttled',
  failed: 'given up',
  rejected: 'refused',
  expired: 'too late',
  skipped: 'not sent',
  dry_run: 'built, not sent',
  cancelled: 'taken back',
};

/** Reasons that say all by themselves, of several conversions and of one. */
const REASONS: Readonly<Record<string, readonly [many: string, one: string]>> = {
  no_identifier: [
    'without click id, e-mail or phone',
    'There is no click of this platform, and no e-mail address or phone number that it may be told.',
  ],
  no_consent: ['without consent', 'The visitor does not allow it.'],
  no_mapping: [
    'of a type without a name there',
    'The integration does not say what the platform calls this type.',
  ],
  no_value: ['without a value', 'It has no value, which the platform asks for.'],
  bot: ['by bots', 'It is of a bot, and no conversion of a bot is sent.'],
  duplicate_order: [
    'reported twice',
    'Another report of the same order is the sale, and only that one is sent.',
  ],
  foreign_host: ['on foreign hosts', 'It happened on a host that is none of the project.'],
  local_page: ['on local pages', 'It happened on a page that no report counts.'],
  removed: ['removed', 'It was removed.'],
  erased: ['erased', 'What identified the person was erased.'],
  dry_run: ['in a dry run', 'The integration is a dry run.'],
  integration_removed: ['of a connection that is no more', 'Its integration was removed.'],
  paused: ['held back by a pause', 'The integration is paused.'],
  reconnect_required: ['held back until it is connected anew', 'The integration has to be connected anew.'],
};

/** What conversions that stand so have in common. */
export function lossWords({ state, reason }: ToldStanding): string {
  const known = reason === null ? undefined : ownWords(REASONS, reason)?.[0];
  return known ?? ownWords(LOSSES, state) ?? state;
}

/** Why one conversion stands so, in a sentence; null where its state says all, or a platform's own code does. */
export function reasonSentence({ reason }: ToldStanding): string | null {
  return reason === null ? null : (ownWords(REASONS, reason)?.[1] ?? null);
}
