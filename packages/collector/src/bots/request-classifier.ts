import { LRUCache } from 'lru-cache';
import type { Classification, NamedBot } from './classification.ts';
import { contradictions } from './contradictions.ts';
import { matchesRules } from './custom-rules.ts';
import { BOT_SCORE, type BotEvidence, REASON_SCORES, type Reason } from './evidence.ts';
import type { KnownNetworks } from './networks/known-networks.ts';
import { isReferrerSpam } from './referrer-spam.ts';
import { reasonsOfSignals } from './signals.ts';
import { SELF_DECLARED } from './tables/human-exceptions.ts';
import { classifyUserAgent } from './user-agent.ts';

export type RequestClassifier = (evidence: BotEvidence) => Classification;

/** Visitors share few user agents, and strangers choose them: few are remembered, and none that is long. */
const REMEMBERED_USER_AGENTS = 5_000;
const MAX_REMEMBERED_LENGTH = 512;

const SHORTENED = /^Mozilla\/\d\.\d(?: \((?:Windows|Macintosh|X11|Linux|iPhone|iPad)[^)+]*\)?)?[ .…]*$/;

const AUTOMATED: NamedBot = { name: 'Automated browser', category: 'other' };

/**
 * The classifier of single requests: a straight function of the evidence, with a memory for user agents. `networks` tells
 * whose addresses are whose, and is asked anew each time.
 */
export function createRequestClassifier(networks: () => KnownNetworks, now: () => number): RequestClassifier {
  const remembered = new LRUCache<string, KnownUserAgent>({ max: REMEMBERED_USER_AGENTS });

  function findingsOf(userAgent: string): KnownUserAgent {
    const known = remembered.get(userAgent);
    if (known !== undefined) return known;
    const { reasons, bot } = classifyUserAgent(userAgent);
    const findings = {
      isShortened: SHORTENED.test(userAgent) && !SELF_DECLARED.test(userAgent),
      found: reasons.map((reason) => ({ reason, bot: bot ?? undefined })),
    };
    if (userAgent.length <= MAX_REMEMBERED_LENGTH) remembered.set(userAgent, findings);
    return findings;
  }

  return (evidence) => {
    const { userAgent, address, rules } = evidence;
    const found: Finding[] = [];
    if (rules && matchesRules(rules, evidence)) {
      found.push({ reason: 'custom_rule', bot: { name: 'Custom rule', category: 'other' } });
    }
    found.push(...ofUserAgent(userAgent, evidence, findingsOf));
    found.push(...ofNetwork(found, address === null ? null : networks().find(address), now()));
    found.push(...ofRequest(evidence));
    return found.length === 0 ? A_PERSON : classificationOf(found);
  };
}

type Finding = { readonly reason: Reason; readonly bot?: NamedBot | undefined };
type KnownUserAgent = { readonly isShortened: boolean; readonly found: readonly Finding[] };

const NOTHING: readonly Finding[] = [];

function ofUserAgent(
  userAgent: string | null,
  { channel }: BotEvidence,
  findingsOf: (userAgent: string) => KnownUserAgent,
): readonly Finding[] {
  if (!userAgent?.trim()) {
    // A backend need not say with what its visitor came.
    if (channel === 'server') return NOTHING;
    return [{ reason: 'empty_user_agent', bot: { name: 'Empty user agent', category: 'other' } }];
  }
  const { isShortened, found } = findingsOf(userAgent);
  // The head of every browser's user agent, which examples and shortened logs give for the whole.
  return channel === 'server' && isShortened ? NOTHING : found;
}

type Found = ReturnType<KnownNetworks['find']>;

/** What the address proves of the bot that the user agent names, and what it says by itself. */
function ofNetwork(found: readonly Finding[], network: Found | null, now: number): readonly Finding[] {
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

function ofRequest(evidence: BotEvidence): Finding[] {
  const { channel, signals, headers, referrerHost, behaviour } = evidence;
  const found: Finding[] = [];
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

const A_PERSON: Classification = classificationOf(NOTHING);

function classificationOf(found: readonly Finding[]): Classification {
  let score = 0;
  for (const { reason } of found) score += REASON_SCORES[reason];
  const reasons = [...new Set(found.map(({ reason }) => reason))].sort(byWeight);
  const name = nameAmong(found);
  return { isBot: score >= BOT_SCORE, score, reasons, ...name };
}

/** A lie about who one is is what matters most; then who one is, the first that says so. */
function nameAmong(found: readonly Finding[]): NamedBot {
  const bot = (found.find(({ reason }) => reason === 'spoofed') ?? found.find((finding) => finding.bot))?.bot;
  return { name: bot?.name ?? 'Automated visitor', category: bot?.category ?? 'other' };
}

function byWeight(a: Reason, b: Reason): number {
  return REASON_SCORES[b] - REASON_SCORES[a];
}
