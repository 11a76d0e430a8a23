import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import '../style/dialog.css';

type DialogProps = {
  readonly title: string;
  readonly children: ComponentChildren;
  /** It has been closed, by whatever. Left out of one that nobody can close. */
  onClose?(): void;
};

/** A dialog that is open for as long as it is drawn. Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Who opens it wants to write or to choose something; buttons may stand before that.
    (shown?.querySelector<HTMLElement>('input, select') ?? shown?.querySelector('button'))?.focus();
    // Only what is closed gives the focus back.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sign-in-dialog"
      aria-labelledby={id}
      onCancel={(event) => onClose ?? event.preventDefault()}
      onClose={onClose}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
