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
    if (shown) open(shown);
    // Only what is closed gives the focus back.
    return () => shown?.close();
  }, []);
  // A browser may close it whatever is said of that, as Chromium does at an Escape after another: then it opens again.
  const stay = ({ currentTarget: shown }: { readonly currentTarget: HTMLDialogElement }) => {
    if (shown.isConnected) open(shown);
  };
  return (
    <dialog
      ref={dialog}
      class="sign-in-dialog"
      aria-labelledby={id}
      onCancel={(event) => onClose ?? event.preventDefault()}
      onKeyDown={(event) => onClose ?? (event.key === 'Escape' && event.preventDefault())}
      onClose={onClose ?? stay}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

function open(dialog: HTMLDialogElement): void {
  dialog.showModal();
  // Who opens it wants to write or to choose something; buttons may stand before that.
  (dialog.querySelector<HTMLElement>('input, select') ?? dialog.querySelector('button'))?.focus();
}
