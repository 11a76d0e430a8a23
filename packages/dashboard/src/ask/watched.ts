import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { ask, NotAnswered } from './ask.ts';
import { readMeAnew } from './read-me-anew.ts';
import { askedAnew, isSignedOut } from './session.ts';

/** An answer that follows its question: while a newer one is on its way, the older one stays. */
export type Watched<Answer> = {
  readonly answer: ReadonlySignal<Answer | null>;
  /** The path that the answer is to. */
  readonly answered: ReadonlySignal<string | null>;
  /** True while a question is under way. */
  readonly isStale: ReadonlySignal<boolean>;
  readonly problem: ReadonlySignal<NotAnswered | null>;
  /** Asks the same once more. */
  retry(): void;
};

/** Whose an answer is: of the project, or else of the account, that its question names. */
const ownerIn = (path: string) => String(path.match(/(proj|acc)_\w+/));

/**
 * Asks whenever the path changes; null asks nothing, and neither does who has not signed in. Of two questions that overlap,
 * the later one is answered. What was told of one project, or account, is not shown as that of another.
 */
export function watched<Answer>(path: () => string | null): Watched<Answer> {
  const answer = signal<Answer | null>(null);
  const answered = signal<string | null>(null);
  const isStale = signal(false);
  const problem = signal<NotAnswered | null>(null);
  const again = signal(0);
  let owner = '';
  // Another address is no reason to ask as long as it leads to the same question.
  const question = computed(path);
  effect(() => {
    void again.value;
    void askedAnew.value;
    const asked = question.value;
    if (asked === null || isSignedOut.value) {
      isStale.value = false;
      return;
    }
    const next = ownerIn(asked);
    if (owner !== next) answer.value = answered.value = problem.value = null;
    owner = next;
    const controller = new AbortController();
    isStale.value = true;
    ask<Answer>(asked, controller.signal).then(
      (told) => {
        if (controller.signal.aborted) return;
        answered.value = asked;
        answer.value = told;
        problem.value = null;
        isStale.value = false;
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof NotAnswered)) throw error;
        isStale.value = false;
        // They may have lost the project: then the page says so.
        if (error.code === 'not_found') readMeAnew().catch(() => {});
        // The form to sign in says so, and what was shown stays.
        problem.value = error.code === 'unauthenticated' ? null : error;
      },
    );
    return () => controller.abort();
  });
  return {
    answer,
    answered,
    isStale,
    problem,
    retry: () => {
      // Who asks again in an effect must not be woken by it.
      again.value = again.peek() + 1;
    },
  };
}
