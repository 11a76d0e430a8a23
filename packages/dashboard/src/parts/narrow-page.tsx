import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import '../style/sign-in.css';

type NarrowPageProps = {
  readonly sentence: string;
  readonly aside?: string;
  readonly children: ComponentChildren;
};

/** One narrow column: the sentence, and what is to be done. */
export function NarrowPage({ sentence, aside, children }: NarrowPageProps) {
  useEffect(() => {
    document.title = `${sentence.replace(/\.$/, '')} · cvq`;
  }, [sentence]);
  return (
    <main id="main" class="narrow">
      <h1 class="sentence" tabIndex={-1}>
        {sentence} {aside && <span class="aside">{aside}</span>}
      </h1>
      {children}
    </main>
  );
}
