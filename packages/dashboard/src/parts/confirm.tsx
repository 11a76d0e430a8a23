import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { refusedHere } from '../ask/refused-here.ts';
import { isSameName } from '../words/is-same-name.ts';
import { strangersText } from '../words/strangers-text.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

type ConfirmProps = {
  /** On the button that opens it. */
  readonly label: ComponentChildren;
  readonly class?: string;
  /** The question, as its heading. */
  readonly title: string;
  /** What has to be written to go on. */
  readonly name: string;
  /** On the button that does it. */
  readonly button: string;
  /** What happens then. */
  readonly children: ComponentChildren;
  /** @throws NotAnswered, which the dialog shows */
  onConfirm(): Promise<void>;
};

/** A button for what cannot be undone: it is done once somebody has written by what name it goes. */
export function Confirm({ label, title, name, button, children, onConfirm, ...rest }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" class={rest.class ?? 'button'} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          <p class="soft">{children}</p>
          <Form
            fields={[
              {
                name: 'name',
                type: 'text',
                autocomplete: 'off',
                label: `To go on, write ${strangersText(name)}`,
              },
            ]}
            button={button}
            onSubmit={async (values) => {
              if (!isSameName(values.name ?? '', name))
                throw refusedHere(`Nothing was done: what you wrote is not ${strangersText(name)}.`);
              await onConfirm();
              close();
            }}
          >
            <button type="button" class="quiet" onClick={close}>
              Cancel
            </button>
          </Form>
        </Dialog>
      )}
    </>
  );
}
