import type { PlanCode, Scope } from '@cvq/contract';
import type { Subject } from '@cvq/storage';

/** The credential of a request, in what every surface needs to know of it. */
export type Caller = {
  /** Of the key, the grant or the person. Quotas count by it. */
  readonly id: string;
  /** For whom it asks: what many ask at once is shared between accounts. */
  readonly account: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** All that a person allows the application, of which this token may have a part; none of a key, whom nobody asks for more. */
  readonly granted: readonly Scope[];
  readonly plan: PlanCode;
  /** Whether it is a key for all projects of every client of an agency. */
  readonly isAgencyWide: boolean;
  /** On whose behalf it asks: what that key, person or owner of a demo can see is what it can see. */
  readonly principal: Extract<Subject, { kind: 'key' | 'person' | 'demo' }>;
};
