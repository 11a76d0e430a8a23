import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

type ShownOnceProps = {
  readonly title: string;
  /** What nobody can read again. */
  readonly secret: string;
  /** What it is for. */
  readonly children?: ComponentChildren;
  /** The person says that they have stored it. */
  onStored(): void;
};

/** A secret that is shown this once. It stays until somebody says that they have stored it, and leaving asks first. */
export function ShownOnce({ title, secret, children, onStored }: ShownOnceProps) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  return (
    <Dialog title={title}>
      <p class="soft">Store it now: nobody can read it again, and neither can we.</p>
      <p class="once">
        <code>{secret}</code>
      </p>
      {children}
      <p class="once-acts">
        <CopyButton text={secret} />
        <button type="button" class="button" onClick={onStored}>
          I stored it
        </button>
      </p>
    </Dialog>
  );
}
