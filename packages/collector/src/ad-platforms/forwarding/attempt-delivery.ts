import type { AdPlatform } from '@cvq/contract';
import type { AdClaim, AdDeliveryStore } from '@cvq/storage';
import type { FaultLog } from '../../deliveries/fault-log.ts';
import type { KeyedHash } from '../../secrets/keyed-hash.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import type { AdPlatformAdapter, Built, PlatformAnswer, PlatformConversion, Target } from '../adapter.ts';
import { CredentialsUnreadable, UNREADABLE_CREDENTIALS } from '../sealed-credentials.ts';
import { type AdOutcome, NO_ANSWER, type TriedDelivery } from './ad-attempt.ts';
import type { ProjectIntegration } from './cache-integrations.ts';
import type { Connections } from './connections.ts';
import { type Eligible, eligibilityOf } from './eligibility.ts';
import { loggedRequest } from './logged-request.ts';
import { openHashes, toPlatformConversion } from './to-platform-conversion.ts';

/** What an attempt needs. */
export type AttemptTools = {
  readonly deliveries: Pick<AdDeliveryStore, 'readConversion' | 'beginSending'>;
  readonly adapters: Readonly<Record<AdPlatform, AdPlatformAdapter>>;
  readonly connections: Pick<Connections, 'of'>;
  /** Of the hashes of user data. */
  readonly sealer: Pick<Sealer, 'open'>;
  /** For orders that are named by an e-mail address. */
  readonly keyedHash: KeyedHash;
  readonly faults: Pick<FaultLog, 'tell' | 'tellOnce' | 'forget'>;
};

/** A delivery whose time has come. */
export type DueDelivery = {
  readonly claim: AdClaim;
  readonly integration: ProjectIntegration;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The collector ends. */
  readonly signal: AbortSignal;
};

/** A conversion that is to be sent: why, as what, and to where. */
type Sendable = {
  readonly eligible: Eligible;
  readonly conversion: PlatformConversion;
  readonly target: Target;
};

const UNREADABLE_USER_DATA =
  'User data of conversions cannot be opened, since the secret that sealed it is lost: they are sent without it, and those without a click are not sent';

/** Orders of one click in one second, say: more than that are no customers. */
const MOST_SAME_KEYS = 100;
const noteOf = (secondsLater: number) =>
  secondsLater === 0
    ? null
    : `Told ${secondsLater} s later than it happened, since the platform takes conversions of one click in one second for one`;

/**
 * One attempt of a delivery: a conversion is read as it stands, made into a request and sent, or the platform is asked
 * what became of it. What follows from the answer is decided elsewhere.
 * @throws when the store fails: then nothing was sent.
 */
export async function attemptDelivery(due: DueDelivery, tools: AttemptTools): Promise<AdOutcome> {
  if (due.claim.step === 'verify') return verify(due, tools);
  const found = await findSendable(due, tools);
  if ('next' in found) return { kind: 'untried', next: found.next };
  const built = build(due.claim, found, tools);
  if (built.identifiers.length === 0)
    return due.claim.leftOut.length === 0
      ? untried('skipped', 'no_identifier')
      : untried('rejected', 'nothing_to_match_by');
  const { click, retryUntil } = found.eligible;
  if (due.integration.state === 'dry_run')
    return { kind: 'dry_run', request: loggedRequest(built.body), retryUntil };
  return send(due, { ...found, built, sent: { click, retryUntil } }, tools);
}

async function findSendable({ claim, integration, startedAt }: DueDelivery, tools: AttemptTools) {
  const { adConsent: unsaidConsent, redactedNames } = integration.ofProject;
  const conversion = await tools.deliveries.readConversion(claim, startedAt);
  const hashes = openHashes(conversion, claim.platform, {
    sealer: tools.sealer,
    unsaidConsent,
    onUnreadable: (error) => tools.faults.tellOnce(error, UNREADABLE_USER_DATA),
  });
  const found = eligibilityOf({ claim, conversion, integration, unsaidConsent, hashes, now: startedAt });
  if ('next' in found) return found;
  const { account, loginAccount } = integration;
  return {
    eligible: found.send,
    conversion: toPlatformConversion(found.send, { hashes, redactedNames, keyedHash: tools.keyedHash }),
    target: { account, loginAccount, action: found.send.action },
  };
}

function build(
  { platform, key, leftOut }: AdClaim,
  { conversion, target }: Sendable,
  { adapters }: AttemptTools,
): Built {
  return adapters[platform].build(conversion, target, { key, leftOut });
}

type Ready = Sendable & { readonly built: Built; readonly sent: TriedDelivery['sent'] };

async function send(due: DueDelivery, ready: Ready, tools: AttemptTools): Promise<AdOutcome> {
  const { claim, integration, signal } = due;
  const nothingSent = { sent: ready.sent, request: null, key: claim.key, note: null };
  const connection = connect(integration, tools);
  if (connection === null) return answered({ ...nothingSent, answer: NO_CREDENTIALS });
  const adapter = tools.adapters[claim.platform];
  const missing = (await adapter.lookForAction?.(ready.target.action, connection, signal)) ?? null;
  if (missing !== null) return answered({ ...nothingSent, answer: missing });
  const begun = await begin(due, ready, tools);
  if (typeof begun === 'object' && 'waitsUntil' in begun)
    return { kind: 'untried', next: { state: 'waiting', reason: null, dueAt: begun.waitsUntil } };
  // Once more, by the key of the other report.
  if (begun === 'order_handed_over')
    return { kind: 'untried', next: { state: 'waiting', reason: null, dueAt: due.startedAt } };
  if (begun === 'order_taken') return untried('skipped', 'duplicate_order');
  if (begun === 'claim_lost') return { kind: 'lost' };
  const { built, note } = begun;
  const answer = await adapter.send(built, connection, signal).then(
    (said) => {
      tools.faults.forget(integration.id);
      return said;
    },
    (error: unknown) => {
      tools.faults.tell(integration.id, error);
      return FAULT_IN_SENDING;
    },
  );
  return answered({
    answer,
    sent: ready.sent,
    key: built.key,
    note,
    request: loggedRequest(built.body),
  });
}

type Refused = 'order_taken' | 'order_handed_over' | 'claim_lost' | { readonly waitsUntil: number };
type Begun = { readonly built: Built; readonly note: string | null };

/**
 * Takes order and key before anything is sent. Where another conversion has the click and the second, it is told a second
 * later; a time that lies ahead is waited for.
 */
async function begin(
  { claim, startedAt }: DueDelivery,
  { eligible, conversion, target }: Ready,
  { adapters, deliveries }: AttemptTools,
): Promise<Refused | Begun> {
  const adapter = adapters[claim.platform];
  const { type, orderId } = eligible.conversion;
  for (let secondsLater = 0; secondsLater <= MOST_SAME_KEYS; secondsLater += 1) {
    const built = adapter.build(conversion, target, { key: claim.key, leftOut: claim.leftOut, secondsLater });
    if (secondsLater > 0 && built.toldAt > startedAt) return { waitsUntil: built.toldAt };
    const begun = await deliveries.beginSending(claim, {
      startedAt,
      key: built.key,
      exclusiveKey: built.sharedKey,
      order: orderId === null ? null : { type, orderId },
    });
    if (begun === 'begun') return { built, note: noteOf(secondsLater) };
    if (begun !== 'key_taken') return begun;
  }
  throw new Error(`More than ${MOST_SAME_KEYS} conversions of an integration have the same key`);
}

async function verify({ claim, integration, signal }: DueDelivery, tools: AttemptTools): Promise<AdOutcome> {
  const adapter = tools.adapters[claim.platform];
  const asked = { sent: null, request: null, key: claim.key, note: null };
  // Nobody is called in a dry run.
  if (integration.state === 'dry_run' || claim.reference === null || adapter.verify === undefined)
    return { kind: 'unasked' };
  const connection = connect(integration, tools);
  if (connection === null) return answered({ ...asked, answer: NO_CREDENTIALS });
  return answered({ ...asked, answer: await adapter.verify(claim.reference, connection, signal) });
}

/** Null where the credentials cannot be opened. */
function connect(integration: ProjectIntegration, { connections }: AttemptTools) {
  try {
    return connections.of(integration);
  } catch (error) {
    if (error instanceof CredentialsUnreadable) return null;
    throw error;
  }
}

/** A fault of ours in the middle of sending: nobody knows how far it came. */
const FAULT_IN_SENDING: PlatformAnswer = {
  ...NO_ANSWER,
  class: 'transient',
  code: 'collector_error',
  isOutcomeKnown: false,
};

function answered(tried: TriedDelivery): AdOutcome {
  return { kind: 'answered', tried };
}

function untried(state: 'skipped' | 'rejected', reason: string): AdOutcome {
  return { kind: 'untried', next: { state, reason, dueAt: null } };
}

const NO_CREDENTIALS: PlatformAnswer = { ...NO_ANSWER, class: 'auth', ...UNREADABLE_CREDENTIALS };
