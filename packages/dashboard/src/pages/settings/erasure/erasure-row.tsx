import type { Erasure } from '@cvq/contract';
import { saveFile } from '../../../parts/save-file.ts';
import { erasureState, NAMED_BY, takenWords, unreadableWords } from '../../../words/erasure-words.ts';
import { dayAndClock } from '../../../words/moments.ts';
import { writing } from '../../../words/writing.ts';

/** An erasure: how far it is, or its receipt. Who was erased stands nowhere. */
export function ErasureRow({ of: erasure }: { readonly of: Erasure }) {
  const { id, by, requested_at: at, finished_at: finishedAt, erased, log_cleared: isCleared } = erasure;
  const taken = erased && takenWords(erased, writing.value);
  const unreadable = unreadableWords(erasure.unreadable_user_data, writing.value);
  return (
    <li>
      <div>
        <b>{dayAndClock(at, writing.value)}</b> <span class="muted">by {NAMED_BY[by]}</span>
        <p class="muted small" role={finishedAt === null ? 'status' : undefined}>
          {erasureState(erasure, writing.value)}
        </p>
        {taken && <p class="small">{taken}</p>}
        {unreadable && <p class="small">{unreadable}</p>}
        {isCleared === false && (
          <p class="muted small">
            The files are read without pause: what is left in them is cleared as soon as they are not.
          </p>
        )}
      </div>
      {finishedAt !== null && (
        <button
          type="button"
          class="button"
          onClick={() => saveFile(new Blob([JSON.stringify(erasure, null, 2)]), `${id}.json`)}
        >
          Receipt<span class="sr"> of {dayAndClock(at, writing.value)}</span>
        </button>
      )}
    </li>
  );
}
