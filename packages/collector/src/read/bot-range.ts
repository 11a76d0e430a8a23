import type { BotsQuery } from '@cvq/contract';
import { ApiError } from '../errors/api-error.ts';
import { type Clock, type Range, resolveRange, today } from './range.ts';

/**
 * The range of bot analytics, which has names of its own for the first and the last day.
 * @throws ApiError invalid_range, by the rules of all other ranges and for names of both kinds together.
 */
export function botRange({ date_from, date_to, ...query }: BotsQuery, clock: Clock): Range {
  if (date_from === undefined && date_to === undefined) return resolveRange(query, clock);
  const { range, start_date, end_date } = query;
  if ([range, start_date, end_date].some((name) => name !== undefined)) {
    throw new ApiError('invalid_range', 'Send date_from, or the common parameters of a range, and not both.');
  }
  if (date_from === undefined) throw new ApiError('invalid_range', 'date_to needs date_from beside it.');
  try {
    return resolveRange({ start_date: date_from, end_date: date_to ?? today(clock).toString() }, clock);
  } catch (error) {
    throw error instanceof ApiError ? inOwnNames(error) : error;
  }
}

function inOwnNames({ message }: ApiError): ApiError {
  const own = message.replaceAll('start_date', 'date_from').replaceAll('end_date', 'date_to');
  return new ApiError('invalid_range', own);
}
