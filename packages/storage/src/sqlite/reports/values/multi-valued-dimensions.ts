import type { MultiValuedDimension } from '@cvq/contract';
import { PAGEVIEW } from '@cvq/contract/constants';
import type { Day } from '../../days/day.ts';
import type { AnyDimension } from '../report-run.ts';
import type { DictionaryColumns } from './dictionary-columns.ts';

/** Which events give a session its values, and by which dimension of theirs. */
export type CollectedFrom = {
  readonly dimension: AnyDimension;
  /** The type of the events that have a value; null where all have one. */
  readonly onlyType: number | null;
};

/** Of which events, and of what in them, a multi-valued dimension has its values. */
export function collectedFrom(
  dimension: MultiValuedDimension,
  dictionaries: DictionaryColumns,
): CollectedFrom {
  if (dimension === 'did_event') return { dimension: 'event_type', onlyType: null };
  return { dimension: 'page', onlyType: dictionaries.idOf(PAGEVIEW) };
}

/** Whether an event of a day gives its session a value. */
export function hasValue({ events }: Day, index: number, { onlyType }: CollectedFrom): boolean {
  return onlyType === null || events.type[index] === onlyType;
}
