import type { BreakdownResponse } from '@cvq/contract';
import { choose } from '../../address/location.ts';
import { LIST_ROWS } from '../../ask/dimension-list.ts';
import { count } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';

/** Which rows of how many are shown, and the way to the others. */
export function ListPaging({ meta: { offset, total_rows: total } }: Pick<BreakdownResponse, 'meta'>) {
  if (total <= LIST_ROWS && offset === 0) return null;
  const last = Math.min(total, offset + LIST_ROWS);
  const write = (value: number) => count(value, writing.value);
  return (
    <nav class="paging" aria-label="Pages of the list">
      <span class="muted">
        {offset < total
          ? `${write(offset + 1)} to ${write(last)} of ${write(total)}`
          : 'The list ends before.'}
      </span>
      <span class="grow" />
      <button
        type="button"
        class="button"
        disabled={offset === 0}
        onClick={() => choose({ offset: Math.max(0, offset - LIST_ROWS) })}
      >
        Before
      </button>
      <button
        type="button"
        class="button"
        disabled={last >= total}
        onClick={() => choose({ offset: offset + LIST_ROWS })}
      >
        Next
      </button>
    </nav>
  );
}
