import type { IncomingMessage } from 'node:http';

/** What may happen to a request between a page and the collector. */
export type Fault =
  | { readonly kind: 'none' }
  /** Answered by something in between: a gateway without a collector, a limit. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfter?: number;
      readonly body?: string;
    }
  /** The collector has the events at once, and takes its time to say so. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** The connection breaks on the way there. */
  | { readonly kind: 'cut before' }
  /** The connection breaks on the way back: the collector has the events, and the page does not know. */
  | { readonly kind: 'cut after' };

/** Decides about one request. */
export type Faults = (request: IncomingMessage) => Fault;

const NONE: Fault = { kind: 'none' };

export const noFault: Faults = () => NONE;

export function always(fault: Fault): Faults {
  return () => fault;
}

/** One after the other, again and again. */
export function inTurn(...faults: readonly [Fault, ...Fault[]]): Faults {
  let next = 0;
  return () => faults[next++ % faults.length] ?? NONE;
}

/** The first requests go wrong, the others arrive. */
export function first(count: number, fault: Fault): Faults {
  let left = count;
  return () => {
    left -= 1;
    return left >= 0 ? fault : NONE;
  };
}
