import { SPEND_UNAVAILABLE_REASONS } from '@cvq/contract';
import type { CalendarDay } from '@cvq/storage';
import { howToHaveRead } from '../../spend/sync/how-to-have-read.ts';
import type { SourceCover } from './cover-of-spend.ts';
import { missingMessage, nameOfSource } from './spend-warnings.ts';

/** So many sources are spoken of: what is true of these is true of most of the others. */
const MOST_SOURCES = 5;

/** Why nobody has read a range, source by source, and what to do. `days`: those of it that have begun where the project is. */
export function notReadMessage(sources: readonly SourceCover[], days: readonly CalendarDay[]): string {
  const [first] = days;
  if (first === undefined) return 'None of these days has begun.';
  const messages = sources.map((cover) => {
    const { source, today } = cover;
    const name = nameOfSource(source);
    if (source.notRead !== null) return `${name}: ${howToHaveRead(source.notRead, source)}.`;
    if (first > today) return `${name}: ${first} has not begun in the zone of the account.`;
    return missingMessage(cover);
  });
  const told = messages.filter((message) => message !== null).slice(0, MOST_SOURCES);
  return told.length === 0 ? SPEND_UNAVAILABLE_REASONS.not_read : told.join(' ');
}
