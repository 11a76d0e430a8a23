import type { ComponentChildren } from 'preact';

type ProblemWordsProps = {
  /** Whether nothing else is on the page: then they are its heading. */
  readonly isAlone?: boolean | undefined;
  readonly children: ComponentChildren;
};

/** What failed, in a sentence. */
export function ProblemWords({ isAlone, children }: ProblemWordsProps) {
  const Line = isAlone ? 'h1' : 'p';
  return <Line class={isAlone ? 'sentence' : ''}>{children}</Line>;
}
