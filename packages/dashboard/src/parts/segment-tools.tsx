import type { Segment } from '@cvq/contract';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { choose, state } from '../address/location.ts';
import { mayAct } from '../ask/role.ts';
import { removeSegment, saveSegment, segments } from '../ask/segments.ts';
import { Form } from './form.tsx';
import { useSaving } from './use-saving.ts';
import '../style/dialog.css';
import '../style/notes.css';

/** Whether bots are included, the segment that is looked at, and saving the filters of now as one. */
export default function SegmentTools() {
  const { filters, segment: id, bots } = state.value;
  const [isOpen, setOpen] = useState(false);
  const segment = segments.value?.find((each) => each.id === id) ?? null;
  return (
    <>
      {bots === 'included' && <BotsChip />}
      {id !== null && (
        <SegmentChip segment={segment} isKnown={segments.value !== null} onOpen={() => setOpen(true)} />
      )}
      {filters.length > 0 && mayAct.value && (
        <button type="button" class="quiet" onClick={() => setOpen(true)}>
          Save as segment
        </button>
      )}
      {isOpen && <SegmentDialog of={segment} onClose={() => setOpen(false)} />}
    </>
  );
}

function BotsChip() {
  return (
    <span class="chip">
      <b>Bots included</b>
      <button type="button" aria-label="Leave bots out" onClick={() => choose({ bots: 'excluded' })}>
        ×
      </button>
    </span>
  );
}

type SegmentChipProps = { readonly segment: Segment | null; readonly isKnown: boolean; onOpen(): void };

function SegmentChip({ segment, isKnown, onOpen }: SegmentChipProps) {
  const name = segment?.name ?? (isKnown ? 'that is not there any more' : '…');
  return (
    <span class="chip segment-chip">
      <button
        type="button"
        class="edit"
        title="Change this segment"
        disabled={segment === null || !mayAct.value}
        onClick={onOpen}
      >
        <span class="muted">Segment</span> <b>{name}</b>
      </button>
      <button
        type="button"
        aria-label={`Leave the segment ${name}`}
        onClick={() => choose({ segment: null })}
      >
        ×
      </button>
    </span>
  );
}

type SegmentDialogProps = { readonly of: Segment | null; onClose(): void };

/** Gives the conditions of now a name. Those of the segment that is looked at are among them. */
function SegmentDialog({ of, onClose }: SegmentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const removing = useSaving();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const leave = () => {
    dialog.current?.close();
    choose({ segment: null });
  };
  const filter = [...new Set([...(of?.filter ?? []), ...state.value.filters])];
  return (
    <dialog ref={dialog} class="sign-in-dialog" aria-labelledby="segment-name" onClose={onClose}>
      <h2 id="segment-name">Save as segment</h2>
      <p class="soft">Everybody who can see the project can look at it by this name.</p>
      <Form
        fields={[
          {
            ...{ name: 'name', type: 'text', autocomplete: 'off', label: 'Name', value: of?.name ?? '' },
            hint: 'The name of a segment that is there puts these filters in its place.',
          },
        ]}
        button="Save"
        onSubmit={async ({ name = '' }) => {
          const { id } = await saveSegment({ name, filter });
          dialog.current?.close();
          choose({ segment: id, filters: [] });
        }}
      >
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        {of && (
          <span class="acts">
            <button
              type="button"
              class="quiet"
              onClick={() => {
                dialog.current?.close();
                choose({ filters: filter, segment: null });
              }}
            >
              Show its filters
            </button>
            <button
              type="button"
              class="quiet"
              onClick={() => void removing.save(() => removeSegment(of.id).then(leave))}
            >
              Remove
            </button>
          </span>
        )}
        <p class="down small" role="alert">
          {removing.refusal}
        </p>
      </Form>
    </dialog>
  );
}
