import type { Annotation } from '@cvq/contract';
import { useRef, useState } from 'preact/hooks';
import { removeAnnotation, writeAnnotation } from '../ask/annotations.ts';
import { overview } from '../ask/overview.ts';
import { mayAct } from '../ask/role.ts';
import { fullDay } from '../words/dates.ts';
import { writing } from '../words/writing.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { notedDay } from './open-notes.ts';
import { useSaving } from './use-saving.ts';
import '../style/notes.css';

/** What was noted of the days that are shown, and a form to note something more. */
export default function Notes() {
  const [changed, setChanged] = useState<Annotation | null>(null);
  const day = useRef(notedDay.value ?? '');
  const annotations = overview.answer.value?.data.annotations ?? [];
  return (
    <Dialog title={changed ? 'Change an annotation' : 'Annotations'} onClose={close}>
      {!changed && <NoteList annotations={annotations} onChange={setChanged} />}
      {mayAct.value ? (
        <Form
          key={changed?.id ?? 'new'}
          fields={[
            {
              name: 'text',
              type: 'text',
              autocomplete: 'off',
              value: changed?.text ?? '',
              label: changed ? 'What happened' : 'What happened, in a few words',
            },
            {
              name: 'date',
              type: 'date',
              autocomplete: 'off',
              label: 'Day',
              value: changed?.date ?? day.current,
            },
          ]}
          button={changed ? 'Save' : 'Add'}
          onSubmit={async ({ date = '', text = '' }) => {
            await writeAnnotation({ id: changed?.id, date, text });
            close();
          }}
        >
          <button type="button" class="quiet" onClick={close}>
            Cancel
          </button>
        </Form>
      ) : (
        <>
          <p class="muted small">Members of the project write annotations.</p>
          <button type="button" class="button" onClick={close}>
            Close
          </button>
        </>
      )}
    </Dialog>
  );
}

function close(): void {
  notedDay.value = null;
}

type NoteListProps = { readonly annotations: readonly Annotation[]; onChange(annotation: Annotation): void };

function NoteList({ annotations, onChange }: NoteListProps) {
  if (annotations.length === 0) return <p class="soft">Nothing is noted of the days that are shown.</p>;
  return (
    <ul class="notes">
      {annotations.map((annotation) => (
        <NoteLine key={annotation.id} of={annotation} onChange={() => onChange(annotation)} />
      ))}
    </ul>
  );
}

function NoteLine({ of: { id, date, text }, onChange }: { readonly of: Annotation; onChange(): void }) {
  const removing = useSaving();
  const when = fullDay(date, writing.value);
  return (
    <li>
      <span class="muted small">{when}</span>
      <i>{text}</i>
      {mayAct.value && (
        <span class="acts">
          <button type="button" class="quiet" onClick={onChange}>
            Change<span class="sr"> the annotation of {when}</span>
          </button>
          <button type="button" class="quiet" onClick={() => void removing.save(() => removeAnnotation(id))}>
            Remove<span class="sr"> the annotation of {when}</span>
          </button>
        </span>
      )}
      <p class="down small" role="alert">
        {removing.refusal}
      </p>
    </li>
  );
}
