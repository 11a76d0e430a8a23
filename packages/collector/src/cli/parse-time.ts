import { parseTimestamp } from '@cvq/contract';
import { InvalidArgumentError } from 'commander';

/** Epoch milliseconds of a time in ISO 8601, as an option gives it. */
export function parseTime(text: string): number {
  const at = parseTimestamp(text);
  if (at === null) throw new InvalidArgumentError('Use ISO 8601, such as 2026-11-21T10:00:00Z.');
  return at;
}
