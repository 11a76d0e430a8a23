import type { BreakdownResponse } from '@cvq/contract';
import { choose } from '../../address/location.ts';
import { LIST_ROWS } from '../../ask/dimension-list.ts';
import { count } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';

/** Which rows of how many are shown, and the way to the others. */
export function ListPaging({ meta: { offset, total_rows: total } }: Pick<BreakdownResponse, 'meta'>) {
  if (total <= LIST_ROWS && offset === 0) return null;
  const isBeyond = offset >= total;
  const lastPage = Math.max(0, Math.ceil(total / LIST_ROWS) - 1) * LIST_ROWS;
  const last = Math.min(total, offset + LIST_ROWS);
  const write = (value: number) => count(value, writing.value);
  return (
    <nav class="paging" aria-label="Pages of the list">
      <span class="muted">
        {isBeyond ? 'The list ends before.' : `${write(offset + 1)} to ${write(last)} of ${write(total)}`}
      </span>
      <span class="grow" />
      <button
        type="button"
        class="button"
        disabled={offset === 0}
        onClick={() => choose({ offset: Math.max(0, Math.min(offset - LIST_ROWS, lastPage)) })}
      >
        Before
      </button>
      {!isBeyond && (
        <button
          type="button"
          class="button"
          disabled={last >= total}
          onClick={() => choose({ offset: offset + LIST_ROWS })}
        >
          Next
        </button>
      )}
    </nav>
  );
}
