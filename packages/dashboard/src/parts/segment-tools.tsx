import type { Segment } from '@cvq/contract';
import { useRef, useState } from 'preact/hooks';
import { choose, state } from '../address/location.ts';
import { mayAct } from '../ask/role.ts';
import { readSegments, removeSegment, saveSegment, segments } from '../ask/segments.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { useSaving } from './use-saving.ts';
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

/** Gives the conditions of now a name. Those of the segment that is looked at are among them: it is the one that changes. */
function SegmentDialog({ of, onClose }: SegmentDialogProps) {
  const isAnother = useRef(false);
  const withThose = (segment: Segment | null) => [
    ...new Set([...(segment?.filter ?? []), ...state.value.filters]),
  ];

  async function save(typed: string): Promise<void> {
    const saved = isAnother.current ? 'beside' : 'in place';
    await readSegments();
    const now = of && (segments.value?.find(({ id }) => id === of.id) ?? of);
    const name = now && typed === of?.name ? now.name : typed;
    const replaced = now ?? segments.value?.find((segment) => segment.name === name.trim());
    const at = saved === 'beside' ? null : (replaced?.id ?? null);
    const { id } = await saveSegment({ id: at, name, filter: withThose(now) });
    onClose();
    choose({ segment: id, filters: [] });
  }

  return (
    <Dialog title={of ? 'Change this segment' : 'Save as segment'} onClose={onClose}>
      <p class="soft">Everybody who can see the project can look at it by this name.</p>
      <Form
        fields={[
          {
            name: 'name',
            type: 'text',
            autocomplete: 'off',
            label: 'Name',
            value: of?.name ?? '',
            hint: of
              ? 'Addresses that name this segment go on to.'
              : 'The name of a segment that is there puts these filters in its place.',
          },
        ]}
        button="Save"
        onSubmit={({ name = '' }) => save(name)}
      >
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
        {of && (
          <ActsOnSegment
            {...{ of, onClose }}
            filter={withThose(of)}
            onAnother={(form) => {
              isAnother.current = true;
              form?.requestSubmit();
              isAnother.current = false;
            }}
          />
        )}
      </Form>
    </Dialog>
  );
}

type ActsOnSegmentProps = {
  readonly of: Segment;
  /** Its conditions, and those that stand beside it. */
  readonly filter: readonly string[];
  onClose(): void;
  /** To be saved beside it, by what the form says. */
  onAnother(form: HTMLFormElement | null): void;
};

function ActsOnSegment({ of, filter, onClose, onAnother }: ActsOnSegmentProps) {
  const removing = useSaving();
  const leave = (filters: readonly string[]) => {
    onClose();
    choose({ segment: null, filters });
  };
  const remove = () => removeSegment(of.id).then(() => leave(state.value.filters));
  return (
    <>
      <span class="acts">
        <button type="button" class="quiet" onClick={({ currentTarget: { form } }) => onAnother(form)}>
          Save as another
        </button>
        <button type="button" class="quiet" onClick={() => leave(filter)}>
          Show its filters
        </button>
        <button type="button" class="quiet" onClick={() => void removing.save(remove)}>
          Remove
        </button>
      </span>
      <p class="down small" role="alert">
        {removing.refusal}
      </p>
    </>
  );
}
