import { CopyButton } from './copy-button.tsx';
import '../style/snippet.css';

type SnippetProps = { readonly text: string; readonly about: string };

/** Code to be copied. */
export function Snippet({ text, about }: SnippetProps) {
  return (
    <div class="snippet">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by keys. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} about={about} />
    </div>
  );
}
