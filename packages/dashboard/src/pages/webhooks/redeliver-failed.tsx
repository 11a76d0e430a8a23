import { useState } from 'preact/hooks';
import { state } from '../../address/location.ts';
import { redeliverFailed } from '../../ask/webhooks.ts';
import { useSaving } from '../../parts/use-saving.ts';
import { count } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';

/** Has all that failed delivered once more: of the endpoint that the list is narrowed to, or of all. */
export function RedeliverFailed() {
  const saving = useSaving();
  const [words, setWords] = useState('');
  const redeliver = async () => {
    const { redelivered: many, wait_for: paused } = await redeliverFailed(state.value.list.endpoint);
    const sent = many === 1 ? 'One is sent again' : `${count(many, writing.value)} are sent again`;
    setWords(paused.length === 0 ? `${sent}.` : `${sent}; what goes to a paused endpoint waits.`);
  };
  return (
    <>
      <button type="button" class="button" onClick={() => void saving.save(redeliver)}>
        Redeliver all that failed
      </button>
      <span role="status" class={`small ${saving.refusal ? 'down' : 'muted'}`}>
        {saving.refusal || (saving.state === 'saved' && words)}
      </span>
    </>
  );
}
