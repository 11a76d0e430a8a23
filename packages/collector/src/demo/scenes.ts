import type { AnswerClass } from '../ad-platforms/adapter.ts';

/** What a platform of the demo says to one conversion. */
export type Scene = {
  /** To each attempt to send; the last to all further ones. `taken`: accepted where the platform tells later, else delivered. */
  readonly sent: readonly (AnswerClass | 'taken')[];
  /** What it says became of it once that is asked. `delivered`, unless told otherwise. Only a platform that is asked plays it. */
  readonly verdict?: AnswerClass;
};

/**
 * To the first conversions of each integration, in their order: what happens seldom happens at least once. A platform plays
 * what it has words for.
 */
export const FIRST: readonly Scene[] = [
  { sent: ['unmatched'] },
  { sent: ['taken'] },
  { sent: ['taken'], verdict: 'duplicate' },
  { sent: ['taken'], verdict: 'expired' },
  { sent: ['invalid'] },
  { sent: ['expired'] },
  { sent: ['transient'] },
];

/**
 * To those of the last hours, in their order: what has not come to its end when the history ends. Each twice, since one order
 * is taken back.
 */
export const LAST: readonly Scene[] = [
  { sent: ['too_early'] },
  { sent: ['too_early'] },
  { sent: ['config'] },
  { sent: ['config'] },
  { sent: ['transient'] },
  { sent: ['transient'] },
  { sent: ['taken'], verdict: 'processing' },
  { sent: ['taken'], verdict: 'processing' },
  { sent: ['throttled'] },
  { sent: ['throttled'] },
];

/** To all others, with how often (weights). */
export const USUAL: readonly (Scene & { readonly weight: number })[] = [
  { weight: 82, sent: ['taken'] },
  { weight: 6, sent: ['transient', 'taken'] },
  { weight: 3, sent: ['throttled', 'taken'] },
  { weight: 3, sent: ['unmatched'] },
  { weight: 2, sent: ['taken'], verdict: 'duplicate' },
  { weight: 2, sent: ['invalid'] },
  { weight: 1, sent: ['taken'], verdict: 'expired' },
  { weight: 1, sent: ['transient'] },
];
