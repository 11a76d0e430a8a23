import type { RefusalCause } from '@cvq/contract';
import { cutText, redact } from '@cvq/contract/redact';
import { type BoundedCache, boundedCache } from '../bounded-cache.ts';

/** Something that was refused of a request of which it is known whose project it is for. */
export type NotedRefusal = {
  readonly project: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly api: 'browser' | 'server' | 'pixel';
  readonly cause: RefusalCause;
  /** What the sender is answered. */
  readonly message: string;
  /** How many events were refused so; of a whole request, one. */
  readonly count: number;
};

/** What was refused in the same way, one time after the other. */
export type RecentRefusal = Omit<NotedRefusal, 'project' | 'at'> & {
  readonly firstAt: number;
  readonly lastAt: number;
};

/** Senders choose how many kinds there are, and strangers how many projects are meant. */
const PROJECTS = 1000;
const OF_A_PROJECT = 20;
const MESSAGE_LENGTH = 300;

/** A different message each time, of which only the cause is of interest. */
const MESSAGES_THAT_VARY: readonly RefusalCause[] = ['quota_requests', 'quota_bytes'];

type OfProject = BoundedCache<RecentRefusal>;

/**
 * What this process refused lately, by project: so that whoever installs the tag, or a backend, sees why nothing arrives. It is
 * kept in memory alone, and holds nothing of a request but what its sender was answered.
 */
export class RecentRefusals {
  /** Since when, in epoch milliseconds. */
  readonly since: number;
  readonly #projects = boundedCache<OfProject>(PROJECTS);

  constructor(since: number) {
    this.since = since;
  }

  note({ project, at, ...refused }: NotedRefusal): void {
    const known = this.#projects.get(project) ?? boundedCache<RecentRefusal>(OF_A_PROJECT);
    this.#projects.set(project, known);
    // A message may name a field as its sender named it. Cut first: no sender decides how much is looked through.
    const message = redact(cutText(refused.message, MESSAGE_LENGTH));
    const told = MESSAGES_THAT_VARY.includes(refused.cause) ? '' : message;
    const key = `${refused.api} ${refused.cause} ${told}`;
    const earlier = known.get(key);
    known.set(key, {
      api: refused.api,
      cause: refused.cause,
      message,
      count: (earlier?.count ?? 0) + refused.count,
      firstAt: earlier?.firstAt ?? at,
      lastAt: at,
    });
  }

  /** The latest first. */
  of(project: string): RecentRefusal[] {
    return [...(this.#projects.get(project)?.values() ?? [])];
  }
}
