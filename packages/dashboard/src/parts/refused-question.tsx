import { choose, page, state } from '../address/location.ts';
import type { NotAnswered } from '../ask/ask.ts';
import { wayOut } from '../figures/way-out.ts';
import { ProblemWords } from './problem-words.tsx';

type RefusedQuestionProps = { readonly of: NotAnswered; readonly isAlone?: boolean | undefined };

/** What is wrong with the address, and an address that is like it and right. */
export default function RefusedQuestion({ of, isAlone }: RefusedQuestionProps) {
  const way = wayOut(of, page.value, state.value);
  return (
    <>
      <ProblemWords isAlone={isAlone}>{way?.words ?? of.message}</ProblemWords>
      {way && (
        <button type="button" class="button" onClick={() => choose(way.change)}>
          {way.name}
        </button>
      )}
    </>
  );
}
