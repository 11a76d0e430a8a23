import type { Annotation } from '@cvq/contract';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { removeAnnotation, writeAnnotation } from '../ask/annotations.ts';
import { overview } from '../ask/overview.ts';
import { mayAct } from '../ask/role.ts';
import { fullDay } from '../words/dates.ts';
import { writing } from '../words/writing.ts';
import { Form } from './form.tsx';
import { notedDay } from './open-notes.ts';
import '../style/dialog.css';
import '../style/notes.css';

/** What was noted of the days that are shown, and a form to note something more. */
export default function Notes() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [changed, setChanged] = useState<Annotation | null>(null);
  const day = useRef(notedDay.value ?? '');
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, []);
  const annotations = overview.answer.value?.data.annotations ?? [];
  return (
    <dialog
      ref={dialog}
      class="sign-in-dialog"
      aria-labelledby="notes-name"
      onClose={() => {
        notedDay.value = null;
      }}
    >
      <h2 id="notes-name">{changed ? 'Change an annotation' : 'Annotations'}</h2>
      {!changed && <NoteList annotations={annotations} onChange={setChanged} />}
      {mayAct.value ? (
        <Form
          key={changed?.id ?? 'new'}
          fields={[
            {
              ...{ name: 'text', type: 'text', autocomplete: 'off', value: changed?.text ?? '' },
              label: changed ? 'What happened' : 'What happened, in a few words',
            },
            {
              ...{ name: 'date', type: 'date', autocomplete: 'off', label: 'Day' },
              value: changed?.date ?? day.current,
            },
          ]}
          button={changed ? 'Save' : 'Add'}
          onSubmit={async ({ date = '', text = '' }) => {
            await writeAnnotation({ id: changed?.id, date, text });
            dialog.current?.close();
          }}
        >
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </Form>
      ) : (
        <>
          <p class="muted small">Members of the project write annotations.</p>
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </>
      )}
    </dialog>
  );
}

type NoteListProps = { readonly annotations: readonly Annotation[]; onChange(annotation: Annotation): void };

function NoteList({ annotations, onChange }: NoteListProps) {
  if (annotations.length === 0) return <p class="soft">Nothing is noted of the days that are shown.</p>;
  return (
    <ul class="notes">
      {annotations.map((annotation) => {
        const { id, date, text } = annotation;
        const when = fullDay(date, writing.value);
        return (
          <li key={id}>
            <span class="muted small">{when}</span>
            <i>{text}</i>
            {mayAct.value && (
              <span class="acts">
                <button type="button" class="quiet" onClick={() => onChange(annotation)}>
                  Change<span class="sr"> the annotation of {when}</span>
                </button>
                <button type="button" class="quiet" onClick={() => void removeAnnotation(id)}>
                  Remove<span class="sr"> the annotation of {when}</span>
                </button>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
