import type { BrowserBatchResponse } from '@cvq/contract';
import { isDebugging, log } from './log.ts';
import { warn } from './warn.ts';

/** What became of a batch. Without any of these it was not answered, or put off. */
export type Outcome = {
  /** The collector took the batch: of the events that were asked for, it has these. */
  readonly stored?: readonly string[];
  /** It refused the batch, perhaps for what the head says. */
  readonly isRefused?: boolean;
  /** It does not know the project, so that no other batch fares better. */
  readonly isUnknownKey?: boolean;
  /** Something else answered. */
  readonly isForeign?: boolean;
  /** How long the collector wants to hear nothing. */
  readonly silenceMs?: number;
};

/** The longest silence that a collector may ask for. */
const MAX_SILENCE_MS = 3_600_000;

/** Why events of this page will not count, as far as a developer was told. */
const explained: string[] = [];

type Answer = Partial<BrowserBatchResponse> & { success?: boolean; error?: unknown };

/** True for what says of each event of a batch what became of it. */
function isReceipt(answer: Answer | undefined, count: number): answer is BrowserBatchResponse {
  const { accepted, duplicates, rejected } = (answer || {}) as BrowserBatchResponse;
  // Texts do not add up to a number.
  return accepted + duplicates + rejected?.length === count;
}

/**
 * Reads what was answered to a batch of so many events. Only our collector's own word delivers or refuses: a page of
 * the site's own host or of a hotel's network also says 200, and a proxy that is being deployed 404 or 403.
 */
export async function readAnswer(response: Response, count: number): Promise<Outcome> {
  const { status } = response;
  const text = await response.text();
  if (isDebugging) log('Collector', status, text);
  const answer = parse(text);
  if (status === 202 && isReceipt(answer, count)) {
    for (const { error } of answer.rejected) warn('refused', error);
    for (const { reason } of (isDebugging && answer.excluded) || [])
      if (!explained.includes(reason)) {
        explained.push(reason);
        warn('excluded', reason);
      }
    return { stored: answer.stored || [] };
  }
  const retryAfter = response.headers.get('retry-after');
  const silenceMs = Math.min(Number(retryAfter) * 1000 || 0, MAX_SILENCE_MS);
  if (status === 408 || status === 429 || status >= 500) return { silenceMs };
  if (status >= 400 && answer?.success === false) {
    warn('refused', answer.error);
    return { isUnknownKey: status === 401, isRefused: status !== 401 };
  }
  return { isForeign: true, silenceMs };
}

function parse(text: string): Answer | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}
