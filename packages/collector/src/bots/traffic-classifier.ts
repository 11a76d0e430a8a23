import { readFileSync } from 'node:fs';
import type { Bot } from '@cvq/storage';
import { boundedCache } from '../bounded-cache.ts';
import { domainsOf } from '../net/hosts.ts';
import { type Action, Behaviour } from './behaviour/behaviour.ts';
import { matchesRules } from './custom-rules.ts';
import {
  BOT_SCORE,
  type BotEvidence,
  type BotFinding,
  type Classification,
  type HeaderEvidence,
  type NamedBot,
  REASON_SCORES,
  type Reason,
} from './evidence.ts';
import { Fleets } from './fleets.ts';
import type { KnownNetworks } from './networks/known-networks.ts';
import { reasonsOfSignals } from './signals.ts';
import { contradictions, createUserAgentFinder } from './user-agent.ts';

/** An event, as far as it tells of who sent it. */
export type TrafficSample = Omit<BotEvidence, 'behaviour'> & {
  readonly project: string;
  /** What was done, and by whom; null where no visitor is known to have acted. */
  readonly action: Action | null;
  /** False where the site wants its bots in reports. */
  readonly isFiltered: boolean;
};

/** The bot that sent an event, in the light of what its visitor did before; null for a person. */
export type TrafficClassifier = (sample: TrafficSample) => Bot | null;

/** Classifies a request by its evidence alone. */
export type RequestClassifier = (evidence: BotEvidence) => Classification;

/** `networks` tells whose addresses are whose, and is asked anew each time. */
export function createTrafficClassifier(networks: () => KnownNetworks, now: () => number): TrafficClassifier {
  const classify = createRequestClassifier(networks, now);
  const behaviour = new Behaviour();
  const fleets = new Fleets();
  const secFetch = new SecFetchShare();

  /** As it is where no visitor is known to have acted and no headers came, as with all that backends tell. */
  function evidenceOf(sample: TrafficSample): BotEvidence {
    const { project, action, headers } = sample;
    if (action === null && headers === undefined) return sample;
    const done = isOfOneVisitor(action)
      ? behaviour.note({ ...action, visitor: `${project} ${action.visitor}` })
      : undefined;
    const seen = headers && { ...headers, secFetch: secFetch.provenBy(project, headers) };
    return { ...sample, headers: seen, behaviour: done };
  }

  /** Whether a view of whom something else speaks for a bot is one of many such visitors with one page each. */
  function isOfFleet({ project, action, address, userAgent, headers }: TrafficSample): boolean {
    if (!isOfOneVisitor(action) || !action.isPageview || address === null || userAgent === null) return false;
    const isBare = headers !== undefined && headers.acceptLanguage === null;
    return fleets.isOfFleet({ ...action, project, address, userAgent, isBare });
  }

  return (sample) => {
    const evidence = evidenceOf(sample);
    const alone = classify(evidence);
    const isInDoubt = !alone.isBot && alone.score > 0;
    const classification =
      isInDoubt && isOfFleet(sample)
        ? classify({ ...evidence, behaviour: [...(evidence.behaviour ?? []), 'fleet'] })
        : alone;
    if (!classification.isBot) return null;
    const { category, name, score, reasons } = classification;
    return { category, name, score, reasons, isFiltered: sample.isFiltered };
  };
}

/** A straight function of the evidence, except for a cache of user agents. */
export function createRequestClassifier(networks: () => KnownNetworks, now: () => number): RequestClassifier {
  const ofUserAgent = createUserAgentFinder();
  return (evidence) => {
    const { address, rules } = evidence;
    const found: BotFinding[] = [];
    if (rules && matchesRules(rules, evidence)) {
      found.push({ reason: 'custom_rule', bot: { name: 'Custom rule', category: 'other' } });
    }
    found.push(...ofUserAgent(evidence));
    found.push(...ofNetwork(found, address === null ? null : networks().find(address), now()));
    found.push(...ofRequest(evidence));
    return found.length === 0 ? A_PERSON : classificationOf(found);
  };
}

/** A hash of the day may stand for all who share an address and a user agent, a user id for all who share a login. */
function isOfOneVisitor(action: Action | null): action is Action {
  return action?.source === 'sdk';
}

const MAX_PROJECTS = 1_000;
const ENOUGH_REQUESTS = 50;
const MOST = 0.9;

/** A proxy may strip headers from everybody: their absence proves something only where nearly all requests have them. */
class SecFetchShare {
  readonly #counts = boundedCache<{ all: number; having: number }>(MAX_PROJECTS);

  /** What the headers of a request prove: null where their absence proves nothing. */
  provenBy(project: string, { secFetch }: HeaderEvidence): boolean | null {
    if (secFetch === null) return null;
    const counts = this.#counts.get(project) ?? { all: 0, having: 0 };
    counts.all += 1;
    if (secFetch) counts.having += 1;
    this.#counts.set(project, counts);
    const isUsual = counts.all >= ENOUGH_REQUESTS && counts.having > counts.all * MOST;
    return secFetch || isUsual ? secFetch : null;
  }
}

const NOTHING: readonly BotFinding[] = [];
const AUTOMATED: NamedBot = { name: 'Automated browser', category: 'other' };

/** What the address proves of the bot that the user agent names, and what it says by itself. */
function ofNetwork(
  found: readonly BotFinding[],
  network: ReturnType<KnownNetworks['find']> | null,
  now: number,
): readonly BotFinding[] {
  if (network === null) return NOTHING;
  const claimed = found.find(({ reason }) => reason === 'named')?.bot;
  if (claimed) {
    const doubt = network.doubtOf(claimed.name, now);
    if (doubt !== 'spoofed') return doubt === null ? NOTHING : [{ reason: doubt }];
    return [{ reason: doubt, bot: { name: `${claimed.name} (unverified)`, category: 'other' } }];
  }
  const { owner } = network;
  if (owner === null) return NOTHING;
  if (owner.kind === 'hosting') return [{ reason: 'hosting_network' }];
  const bot: NamedBot = { name: owner.name, category: owner.category ?? 'other' };
  return [{ reason: owner.kind === 'monitoring' ? 'monitoring_network' : 'crawler_network', bot }];
}

function ofRequest(evidence: BotEvidence): BotFinding[] {
  const { channel, signals, headers, referrerHost, behaviour } = evidence;
  const found: BotFinding[] = [];
  const lies = channel === 'server' ? [] : contradictions(evidence);
  for (const reason of signals ? reasonsOfSignals(signals) : []) {
    // The same lie, told once by the headers and once by the script.
    if (reason === 'platform_mismatch' && lies.includes('hint_platform_mismatch')) continue;
    found.push({ reason, bot: AUTOMATED });
  }
  if (headers?.signatureAgent) {
    found.push({
      reason: 'signed_agent',
      bot: { name: agentName(headers.signatureAgent), category: 'ai_crawler' },
    });
  }
  if (referrerHost && isReferrerSpam(referrerHost)) {
    found.push({ reason: 'referrer_spam', bot: { name: 'Referrer spam', category: 'other' } });
  }
  for (const reason of behaviour ?? [])
    found.push({ reason, bot: { name: 'Automated visitor', category: 'other' } });
  if (channel === 'pixel')
    found.push({ reason: 'no_javascript', bot: { name: 'No JavaScript', category: 'other' } });
  found.push(...lies.map((reason) => ({ reason })));
  return found;
}

/** The host that an agent signs for, such as `"https://chatgpt.com"`. */
function agentName(signatureAgent: string): string {
  const host = /^"?(?:https?:\/\/)?([a-z0-9.-]{1,64})/i.exec(signatureAgent)?.[1];
  return host ? `Agent of ${host.toLowerCase()}` : 'Signed agent';
}

const SPAM_FILE = new URL('../../data/bots/referrer-spam.txt', import.meta.url);
const SPAMMERS: ReadonlySet<string> = new Set(readFileSync(SPAM_FILE, 'utf8').split('\n').filter(Boolean));

/** Whether a host, or a domain that it belongs to, is known to fake visits in order to be seen in reports. */
function isReferrerSpam(host: string): boolean {
  for (const domain of domainsOf(host.toLowerCase())) if (SPAMMERS.has(domain)) return true;
  return false;
}

const A_PERSON: Classification = classificationOf(NOTHING);

function classificationOf(found: readonly BotFinding[]): Classification {
  let score = 0;
  for (const { reason } of found) score += REASON_SCORES[reason];
  const reasons = [...new Set(found.map(({ reason }) => reason))].sort(byWeight);
  const name = nameAmong(found);
  return { isBot: score >= BOT_SCORE, score, reasons, ...name };
}

/** A lie about who one is is what matters most; then who one is, the first that says so. */
function nameAmong(found: readonly BotFinding[]): NamedBot {
  const bot = (found.find(({ reason }) => reason === 'spoofed') ?? found.find((finding) => finding.bot))?.bot;
  return { name: bot?.name ?? 'Automated visitor', category: bot?.category ?? 'other' };
}

function byWeight(a: Reason, b: Reason): number {
  return REASON_SCORES[b] - REASON_SCORES[a];
}
