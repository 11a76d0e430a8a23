import { ErrorBoundary } from 'preact-iso';
import { choose, state } from '../address/location.ts';
import { dimensionName } from '../figures/dimension-name.ts';
import { dimensionValue } from '../figures/dimension-value.ts';
import { FILTER_OPERATORS } from '../figures/filter-operators.ts';
import { partsOf } from '../figures/filter-text.ts';
import { writing } from '../words/writing.ts';
import { lazily } from './lazily.ts';
import { openFinder } from './open-finder.ts';
import { isTimeless } from './pages.ts';

const SegmentTools = lazily(() => import('./segment-tools.tsx'));

/** What takes off everything that narrows or widens the page. */
const NO_FILTERS = { filters: [], segment: null, bots: 'excluded' } as const;

/** The filters that are set, each with what takes it off. */
export function Chips() {
  const { filters, segment, bots } = state.value;
  if (isTimeless.value || (filters.length === 0 && segment === null && bots === 'excluded')) return null;
  return (
    <section class="chips" aria-label="Filters">
      {filters.map((filter) => (
        <Chip key={filter} filter={filter} />
      ))}
      <button type="button" class="quiet" onClick={() => choose(NO_FILTERS)}>
        Clear <kbd>esc</kbd>
      </button>
      <ErrorBoundary>
        <SegmentTools />
      </ErrorBoundary>
    </section>
  );
}

function Chip({ filter }: { readonly filter: string }) {
  const parts = partsOf(filter);
  // No filter, in an address that somebody wrote: *Clear* takes it off.
  if (!parts) return <span class="chip">{filter}</span>;
  const { values, dimension, operator } = parts;
  const name = dimensionName(dimension);
  const shown = values
    .map((value) => dimensionValue(dimension as never, value, writing.value.locale))
    .join(' or ');
  const how = FILTER_OPERATORS[operator];
  const drop = () => choose({ filters: state.value.filters.filter((other) => other !== filter) });
  return (
    <span class="chip">
      <button type="button" class="edit" title="Change this filter" onClick={() => openFinder(filter)}>
        <span class="muted">{name}</span> {how} <b>{shown}</b>
      </button>
      <button type="button" aria-label={`Take off the filter ${name} ${shown || how}`} onClick={drop}>
        ×
      </button>
    </span>
  );
}
