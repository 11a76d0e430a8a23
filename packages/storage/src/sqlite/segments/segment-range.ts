import { HOUR_MS } from '@cvq/contract/constants';

/** What `sealed.kind` says. */
export const KIND = { events: 0, sessions: 1 } as const;

/** A range of a project's events (by time) or sessions (by id): holds `from` and not `until`. */
export type SegmentRange = {
  readonly kind: number;
  readonly project: number;
  readonly from: number;
  readonly until: number;
};

export type SegmentSizes = {
  /** Events of a segment, more only where one instant has more. */
  readonly events: number;
  /** Ids of sessions, of any project, that a segment spans. */
  readonly sessionIds: number;
  /** What happened this close to the newest event of the project still changes: it is not compacted yet. */
  readonly hotWindowMs: number;
};

export const SEGMENT_SIZES: SegmentSizes = { events: 4096, sessionIds: 4096, hotWindowMs: HOUR_MS };
