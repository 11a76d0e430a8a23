import { useState } from 'preact/hooks';

/** Copies a text, and says so. */
export function CopyButton({ text, about }: { readonly text: string; readonly about?: string }) {
  const [said, setSaid] = useState('');
  async function copy(): Promise<void> {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setSaid(isCopied ? 'Copied' : 'Your browser did not allow it: select and copy it yourself.');
  }
  return (
    <span class="copy">
      <button type="button" class="button" onClick={() => void copy()}>
        Copy{about && <span class="sr"> {about}</span>}
      </button>
      <span role="status" class="muted small">
        {said}
      </span>
    </span>
  );
}
