import { useState } from 'preact/hooks';
import { choose, state } from '../../address/location.ts';
import { mayAct } from '../../ask/role.ts';
import { namedFunnel, openFunnel, removeFunnel, savedFunnels, saveFunnel } from '../../ask/saved-funnels.ts';
import { Choice } from '../../parts/choice.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useSaving } from '../../parts/use-saving.ts';

/** Funnels that were saved under a name, and saving the one of now. */
export function Saved() {
  const [isOpen, setOpen] = useState(false);
  const all = savedFunnels.value ?? [];
  const opened = openFunnel.value;
  return (
    <p class="saved-funnels">
      {all.length > 0 && (
        <Choice
          name="Saved funnels"
          value={opened?.id ?? ''}
          options={[
            ...(opened === null ? [['', 'Saved funnels'] as const] : []),
            ...all.map(({ id, name }) => [id, name] as const),
          ]}
          onChoose={show}
        />
      )}
      {mayAct.value && (
        <button type="button" class="quiet" onClick={() => setOpen(true)}>
          {opened === null ? 'Save this funnel' : 'Rename or remove'}
        </button>
      )}
      {isOpen && <SaveDialog onClose={() => setOpen(false)} />}
    </p>
  );
}

function show(id: string): void {
  const saved = savedFunnels.value?.find((each) => each.id === id);
  if (saved === undefined) return;
  namedFunnel.value = id;
  const { event_types: steps, scope, window_days: days } = saved;
  choose({ funnel: { ...state.value.funnel, steps, scope, days } });
}

/** Gives the funnel of now a name, or another one, or takes it away. */
function SaveDialog({ onClose }: { onClose(): void }) {
  // What it is called now stays the same while the dialog changes it.
  const [of] = useState(openFunnel.value);
  const removing = useSaving();
  return (
    <Dialog title={of === null ? 'Save this funnel' : 'Rename this funnel'} onClose={onClose}>
      <p class="soft">Everybody who can see the project finds it by this name.</p>
      <Form
        fields={[
          {
            name: 'name',
            type: 'text',
            autocomplete: 'off',
            label: 'Name',
            value: of?.name ?? '',
            hint: 'A funnel that has this name gets these steps instead of its own.',
          },
        ]}
        button="Save"
        onSubmit={async ({ name = '' }) => {
          await saveFunnel(name);
          if (of !== null && of.name !== name.trim()) await removeFunnel(of.id);
          onClose();
        }}
      >
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
        {of !== null && (
          <button
            type="button"
            class="quiet"
            onClick={() => void removing.save(() => removeFunnel(of.id).then(onClose))}
          >
            Remove
          </button>
        )}
        <p class="down small" role="alert">
          {removing.refusal}
        </p>
      </Form>
    </Dialog>
  );
}
