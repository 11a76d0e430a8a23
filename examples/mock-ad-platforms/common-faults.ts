import type { Fault } from './fault.ts';

/** What may happen between any two programs. */
export const COMMON_FAULTS = {
  /** Never answered: the client has to give up. */
  hang: { purpose: 'send', means: 'transient', connection: 'hang' },
  /** The connection ends before the request was looked at, which the client cannot know. */
  cut: { purpose: 'send', means: 'transient', connection: 'cut' },
  /** Taken, and never answered. */
  hang_after_taking: { purpose: 'send', means: 'transient', connection: 'hang', isTaken: true },
  /** Taken, and the connection ends before the answer. */
  cut_after_taking: { purpose: 'send', means: 'transient', connection: 'cut', isTaken: true },
  /** What stands before the platform answers in its place. */
  bad_gateway: {
    purpose: 'send',
    means: 'transient',
    answer: {
      status: 502,
      body: '<!DOCTYPE html><html><head><title>502</title></head><body><h1>Bad Gateway</h1></body></html>',
    },
  },
  /** A status that no documentation of the platforms names, without a body of its own shape. */
  teapot: { purpose: 'send', means: 'unknown', answer: { status: 418, body: {} } },
} as const satisfies Record<string, Fault>;
