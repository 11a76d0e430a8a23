import type { ErasedPersonBody, ErasurePreviewResponse } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { erasePerson, previewErasure } from '../../../ask/erasures.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { Form } from '../../../parts/form.tsx';
import {
  erasureLines,
  NAMED_BY,
  TEAM_TEXTS,
  takenWords,
  unreadableWords,
} from '../../../words/erasure-words.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { writing } from '../../../words/writing.ts';

type Found = { readonly person: ErasedPersonBody; readonly preview: ErasurePreviewResponse };
const KINDS = Object.entries(NAMED_BY) as [ErasedPersonBody['by'], string][];

/** Asks for whom to erase, and shows what would go before it does. */
export function WhomToErase() {
  const [by, setBy] = useState<ErasedPersonBody['by']>('user_id');
  const [found, setFound] = useState<Found | null>(null);
  const [asked, setAsked] = useState(0);
  return (
    <>
      <Form
        // What was written is nobody's any more once it is erased.
        key={asked}
        fields={[{ name: 'value', label: 'Whom?', type: 'text', autocomplete: 'off' }]}
        button="Show what would go"
        onSubmit={async ({ value = '' }) => {
          setFound(null);
          const person = { by, value };
          setFound({ person, preview: await previewErasure(person) });
        }}
      >
        <fieldset class="choices">
          <legend>That is</legend>
          {KINDS.map(([kind, words]) => (
            <label key={kind} class="check">
              <input type="radio" name="by" checked={by === kind} onChange={() => setBy(kind)} />
              {words}
            </label>
          ))}
        </fieldset>
      </Form>
      {found && (
        <WouldGo
          of={found}
          onAsked={() => {
            setFound(null);
            setAsked(asked + 1);
          }}
        />
      )}
    </>
  );
}

function WouldGo({ of: { person, preview }, onAsked }: { readonly of: Found; onAsked(): void }) {
  const { data: goes, meta } = preview;
  const name = strangersText(person.value);
  const unreadable = unreadableWords(meta.unreadable_user_data, writing.value);
  if (goes === null)
    return (
      <p role="status">
        Nobody {unreadable ? 'was found who has' : 'here has'} {NAMED_BY[person.by]} that reads {name}.{' '}
        {unreadable}
      </p>
    );
  const taken = takenWords(goes, writing.value);
  return (
    <section class="fields" aria-label="What would go" aria-live="polite">
      <h2>This would go of {name}</h2>
      <ul>
        {erasureLines(goes, writing.value).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {taken && <p>{taken}</p>}
      {unreadable && <p>{unreadable}</p>}
      <p>{TEAM_TEXTS}</p>
      <p>
        <Confirm
          label="Erase…"
          title="Erase this person for good?"
          name={person.value}
          button="Erase"
          onConfirm={async () => {
            await erasePerson(person);
            onAsked();
          }}
        >
          Nobody can tell afterwards who it was. Reports stay as they are, except for paths, properties and
          types of events that name the person, which read (erased). What webhooks were sent before is with
          them. This cannot be undone.
        </Confirm>
      </p>
    </section>
  );
}
