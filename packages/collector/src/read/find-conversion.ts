import { parseConversionId } from '@cvq/contract';
import type { ConversionRecord, ReportQuestions } from '@cvq/storage';
import { ApiError } from '../errors/api-error.ts';
import { askStore } from './ask-store.ts';

type Wanted = {
  readonly project: string;
  readonly id: string;
  /** By lookback_days it must have happened at this instant or later; null where the question has no such parameter. */
  readonly since: number | null;
};

/**
 * The conversion of a project that an id names.
 * @throws ApiError not_found when there is none, in the same words as for one that is too old or was removed.
 */
export async function findConversion(
  { project, id, since }: Wanted,
  reports: ReportQuestions,
): Promise<ConversionRecord> {
  const eventId = parseConversionId(id);
  const found = eventId && (await askStore(reports.conversion(project, eventId)));
  if (found && found.event.at >= (since ?? Number.NEGATIVE_INFINITY)) return found;
  throw since === null ? new ApiError('not_found', 'There is no such conversion.') : noConversion();
}

/** The project has no such conversion, or none that is recent enough. */
export function noConversion(): ApiError {
  return new ApiError('not_found', 'There is no such conversion within lookback_days.');
}
