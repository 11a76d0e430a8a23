import { formatEventId, parseStoredEventId } from '@cvq/contract';
import type { EventPlace, EventRecord } from '@cvq/storage';
import { refusedField } from './refused-field.ts';

/** What names the place of an event in a list by time. */
export function writeCursor({ at, id }: Pick<EventRecord, 'at' | 'id'>): string {
  return Buffer.from(`${at} ${formatEventId(id)}`).toString('base64url');
}

/**
 * @param taken what else the question takes for one, in words
 * @throws ApiError invalid_request for what no answer has given
 */
export function readCursor(cursor: string, taken = ''): EventPlace {
  const [at = '', event = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const id = parseStoredEventId(event);
  if (id === null || at === '' || !Number.isSafeInteger(Number(at)))
    throw refusedField('cursor', `must be next_cursor of an answer to the same question${taken}`);
  return { at: Number(at), id };
}
