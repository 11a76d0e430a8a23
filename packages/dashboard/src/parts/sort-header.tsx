import type { ComponentChildren } from 'preact';
import { choose } from '../address/location.ts';
import type { Sort } from '../figures/sort-of.ts';
import '../style/sort-header.css';

type SortHeaderProps = {
  readonly by: string;
  readonly sort: Sort<string>;
  readonly class?: string;
  readonly children: ComponentChildren;
};

/** The head of a column of figures: a click sorts by it, the largest first, and another click the smallest. */
export function SortHeader({ by, sort, children, ...rest }: SortHeaderProps) {
  const isChosen = sort.by === by;
  const isNextDescending = !isChosen || !sort.isDescending;
  const order = sort.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" class={`n ${rest.class ?? ''}`} aria-sort={isChosen ? order : undefined}>
      <button
        type="button"
        class="sorts"
        onClick={() => choose({ sort: `${isNextDescending ? '-' : ''}${by}` })}
      >
        {children}
        <span aria-hidden="true">{isChosen && (sort.isDescending ? ' ↓' : ' ↑')}</span>
      </button>
    </th>
  );
}
