import { REFUSAL_CAUSES, type RefusalCause } from '@cvq/contract';
import { TRACK_REFUSALS } from '../errors/track-refused.ts';
import { type Figures, openFigures } from './figures.ts';

/** Every status of an answer of the tracking APIs. */
export const ANSWER_STATUSES = [200, 202, ...Object.values(TRACK_REFUSALS)] as const;
export type AnswerStatus = (typeof ANSWER_STATUSES)[number];

/** How many tracking requests were answered with each status since the collector began, and why others were refused. */
export type RequestFigures = Figures<`status:${AnswerStatus}` | `refused:${RefusalCause}`>;

/** Figures of tracking requests: how they were answered, and why they were refused. */
export function openRequestFigures(): RequestFigures {
  return openFigures([
    ...ANSWER_STATUSES.map((status) => `status:${status}` as const),
    ...REFUSAL_CAUSES.map((cause) => `refused:${cause}` as const),
  ]);
}
