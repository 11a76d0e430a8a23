import type { AdDeliveryState, AdPlatform, DeliveryStatus } from '@cvq/contract';
import { PLATFORM_NAMES } from '../figures/platform-names.ts';
import { eventNoun } from './event-noun.ts';
import type { Sentence } from './overview-sentence.ts';
import { ownWords } from './own-words.ts';
import { strangersText } from './strangers-text.ts';

/** What the sentence about one conversion is made of. */
export type LifeFacts = {
  readonly type: string;
  /** As it is to be written; null without one. */
  readonly value: string | null;
  readonly kind: 'counted' | 'duplicate' | 'bot' | 'excluded';
  readonly visits: number;
  /** From the beginning of the first visit to the conversion. */
  readonly making: { readonly days: number } | null;
  readonly deliveries: readonly {
    readonly platform: AdPlatform;
    readonly status: DeliveryStatus;
    readonly state: AdDeliveryState;
    readonly reason: string | null;
    /** When it is tried next, as it is to be written: `at 09:11`. */
    readonly next: string | null;
  }[];
};

type Told = LifeFacts['deliveries'][number];

const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** What it was and how long it took; then who has it. */
export function conversionSentence(facts: LifeFacts): Sentence {
  const { kind } = facts;
  const what = `${nounOf(facts.type)}${facts.value === null ? '' : ` of ${facts.value}`}`;
  if (kind === 'bot')
    return { lead: `${what}, by a bot.`, aside: 'No report counts it, and no platform is told of it.' };
  if (kind === 'excluded')
    return { lead: `${what}, on a page that is none of the project.`, aside: 'No report counts it.' };
  const lead = `${what}${makingOf(facts)}.`;
  if (kind === 'duplicate')
    return { lead, aside: 'Another report of the same order is the sale, so this one is not counted.' };
  return { lead, aside: outcomeOf(facts.deliveries) };
}

function nounOf(type: string): string {
  const noun = eventNoun(type);
  return noun === null ? `A conversion “${strangersText(type)}”` : capitalised(noun);
}

function makingOf({ visits, making }: LifeFacts): string {
  if (visits === 0 || making === null) return '';
  const { days } = making;
  if (visits === 1) return days < 1 ? ', on the first visit' : ', on a visit of several days';
  const long = days < 1 ? '' : ` and ${days === 1 ? 'one day' : `${inWords(days)} days`}`;
  return `, ${inWords(visits)} visits${long} in the making`;
}

const inWords = (number: number) => NUMBERS[number] ?? String(number);

/** Who has it first, then what is still to come, then what went wrong. */
function outcomeOf(deliveries: readonly Told[]): string {
  if (deliveries.length === 0) return 'No ad platform is told of it.';
  const clauses = [
    namesOf(
      deliveries,
      ({ status }) => status === 'delivered',
      (names, one) => `${names} ${one ? 'has' : 'have'} it`,
    ),
    namesOf(
      deliveries,
      ({ state }) => state === 'accepted',
      (names, one) => `${names} ${one ? 'has' : 'have'} taken it and not yet said more`,
    ),
    ...deliveries.flatMap((each) => clauseOf(each) ?? []),
  ].filter((clause) => clause !== null);
  if (clauses.length === 0) return whyNobody(deliveries);
  return capitalised(`${clauses.join('; ')}.`);
}

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function namesOf(
  deliveries: readonly Told[],
  isMeant: (delivery: Told) => boolean,
  write: (names: string, isOne: boolean) => string,
): string | null {
  const names = [...new Set(deliveries.filter(isMeant).map(({ platform }) => PLATFORM_NAMES[platform]))];
  if (names.length === 0) return null;
  const last = names.at(-1) as string;
  return write(
    names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`,
    names.length === 1,
  );
}

function clauseOf({ platform, status, state, reason, next }: Told): string | null {
  const name = PLATFORM_NAMES[platform];
  if (state === 'blocked')
    return reason === 'paused' ? `${name} is paused` : `${name} has to be connected anew first`;
  if (status === 'retrying') return `${name} will be asked again${next === null ? '' : ` ${next}`}`;
  if (state === 'sending') return `${name} is being told`;
  if (status === 'pending' && state !== 'accepted')
    return `${name} will be told${next === null ? ' soon' : ` ${next}`}`;
  if (state === 'rejected') return `${name} refused it`;
  if (state === 'expired') return `it came too late for ${name}`;
  if (status === 'failed') return `${name} could not be told`;
  return null;
}

const WHY_NOBODY: Readonly<Record<string, string>> = {
  no_consent: 'the visitor does not allow it',
  no_identifier: 'there is nothing that one could match',
  no_mapping: 'no integration has a name for its type',
  dry_run: 'it is a dry run',
  removed: 'it was removed',
  erased: 'the person was erased',
};

function whyNobody(deliveries: readonly Told[]): string {
  const reasons = new Set(deliveries.map(({ state, reason }) => (state === 'dry_run' ? 'dry_run' : reason)));
  const [only = null] = reasons;
  const why = reasons.size === 1 && only !== null ? ownWords(WHY_NOBODY, only) : undefined;
  return `No ad platform was told of it${why === undefined ? '' : `: ${why}`}.`;
}
