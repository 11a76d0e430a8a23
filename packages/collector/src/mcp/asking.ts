import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuditOrigin } from '@cvq/storage';
import type { Caller } from '../access/caller.ts';
import type { FailureLog } from '../edge/failure-log.ts';
import type { Log } from '../log.ts';
import type { ReadDeps } from '../read/operation.ts';
import type { UnderWay } from './under-way.ts';

/** What agents are answered from. */
export type McpDeps = ReadDeps & {
  readonly failures: FailureLog;
  readonly log: Log;
  readonly underWay: UnderWay;
  /** Origins of web pages that may ask beside those of the collector itself, such as `https://agents.example`. */
  readonly origins: readonly string[];
};

/** One request of an agent, from a caller who may ask. */
export type Asking = {
  readonly caller: Caller;
  readonly from: AuditOrigin;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly deps: McpDeps;
};
