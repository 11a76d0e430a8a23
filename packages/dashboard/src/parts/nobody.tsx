import { choose, state } from '../address/location.ts';
import { dimensionName } from '../figures/dimension-name.ts';
import { dimensionValue } from '../figures/dimension-value.ts';
import { partsOf } from '../figures/filter-text.ts';
import { writing } from '../words/writing.ts';
import '../style/nobody.css';

/** Nobody in the period: the filters that may be why, each to be dropped, or a longer period. */
export default function Nobody() {
  const { filters, segment } = state.value;
  return (
    <p class="nobody">
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          class="button"
          onClick={() => choose({ filters: filters.filter((other) => other !== filter) })}
        >
          Without {nameOf(filter)}
        </button>
      ))}
      {segment !== null && (
        <button type="button" class="button" onClick={() => choose({ segment: null })}>
          Without the segment
        </button>
      )}
      {filters.length === 0 && segment === null && (
        <button
          type="button"
          class="button"
          onClick={() => choose({ range: { preset: '12mo' }, granularity: null })}
        >
          Look at the last 12 months
        </button>
      )}
    </p>
  );
}

function nameOf(filter: string): string {
  const parts = partsOf(filter);
  if (!parts) return filter;
  const values = parts.values.map((value) =>
    dimensionValue(parts.dimension as never, value, writing.value.locale),
  );
  return `${dimensionName(parts.dimension)} ${values.join(' or ')}`;
}
