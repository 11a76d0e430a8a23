import type { Effect, MockAnswer, Purpose } from './mock-request.ts';

/** How a platform fails. */
export type Fault = {
  /** Which requests it meets, unless the script says otherwise. */
  readonly purpose: Purpose;
  /** How a client has to understand it: a class of errors, such as `throttled`. */
  readonly means: FaultMeaning;
  /** Said in place of the platform's own answer. */
  readonly answer?: MockAnswer;
  /** `hang` never answers, `cut` ends the connection. */
  readonly connection?: 'hang' | 'cut';
  /** With `connection`: the request is carried out before. */
  readonly isTaken?: boolean;
  /** The access token of the request is no longer valid. */
  readonly expiresToken?: boolean;
  readonly effect?: Effect;
  /** A client then leaves the platform alone for hours. */
  readonly isLong?: boolean;
};

export type FaultMeaning =
  | 'transient'
  /** Taken, and lost by the platform: to be sent anew. */
  | 'send_again'
  | 'throttled'
  | 'too_early'
  | 'auth'
  | 'config'
  | 'invalid'
  | 'expired'
  | 'duplicate'
  | 'same_click'
  | 'processing'
  | 'delivered'
  | 'unknown';
