import { useState } from 'preact/hooks';
import { choose, state } from '../../address/location.ts';
import { NotAnswered } from '../../ask/ask.ts';
import { downloadList } from '../../ask/download-list.ts';
import { saveFile } from '../../parts/save-file.ts';

/** Searches the list, and hands it over as a file. */
export function ListTools({ dimension }: { readonly dimension: string }) {
  const { search } = state.value;
  return (
    <search class="list-tools">
      <form
        aria-label="List"
        onSubmit={(event) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget).get('search') ?? '').trim();
          choose({ search: text || null });
        }}
      >
        <input
          key={search}
          type="search"
          name="search"
          placeholder="Search"
          aria-label="Search"
          maxLength={200}
          defaultValue={search ?? ''}
        />
        {search !== null && (
          <button type="button" class="quiet" onClick={() => choose({ search: null })}>
            All
          </button>
        )}
      </form>
      <Download dimension={dimension} />
    </search>
  );
}

function Download({ dimension }: { readonly dimension: string }) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const download = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      saveFile(await downloadList(dimension), `${dimension.replace(/[^a-z0-9_-]+/gi, '-')}.csv`);
    } catch (error) {
      if (!(error instanceof NotAnswered)) throw error;
      setRefusal(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {refusal !== null && (
        <span class="down small" role="alert">
          {refusal}
        </span>
      )}
      <button type="button" class="button" disabled={isBusy} onClick={() => void download()}>
        CSV
      </button>
    </>
  );
}
