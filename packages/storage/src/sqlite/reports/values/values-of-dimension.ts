import { NOT_SET } from '@cvq/contract/constants';
import type { AnyDimension } from '../report-run.ts';
import type { DictionaryColumns } from './dictionary-columns.ts';
import type { DimensionValues } from './dimension-values.ts';
import { scopeOf, sourceOf } from './dimensions.ts';
import { PropertyValues } from './property-values.ts';
import { ValuesByEvent } from './values-by-event.ts';
import { ValuesBySession } from './values-by-session.ts';
import { WordsOfEntries } from './words-of-entries.ts';

/** Made for each question, of classes: functions that are made for a question V8 would compile for each anew. */
export function valuesOfDimension(dictionaries: DictionaryColumns, dimension: AnyDimension): DimensionValues {
  const source = sourceOf(dimension);
  if (source.of === 'property') return new PropertyValues(source.name);
  const columns = source.of === 'type' ? [] : [source.by ?? [], source.column].flat();
  const entries = columns.map((name) => dictionaries.column(name));
  const part = 'by' in source ? (source.by ?? null) : null;
  const words = new WordsOfEntries(entries, dictionaries.idOf(NOT_SET), part);
  const common = { dictionaries, words, scope: scopeOf(source) };
  return source.of === 'type' || source.of === 'page'
    ? new ValuesByEvent({ column: source.of, ...common })
    : new ValuesBySession({ column: source.of, ...common });
}
