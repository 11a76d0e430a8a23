import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { currentProject } from '../ask/projects.ts';
import type { Watched } from '../ask/watched.ts';
import { writing } from '../words/writing.ts';
import { Problem } from './problem.tsx';

type SettingsPageProps = {
  /** Null while what it says is not known. */
  readonly sentence: string | null;
  readonly aside?: string | null | undefined;
  /** The questions that it shows: while one is under way it pales, and what failed is said. */
  readonly of?: readonly Pick<Watched<unknown>, 'isStale' | 'problem' | 'retry'>[];
  /** What chooses of whom it is: it stays while that is not known of another. */
  readonly chooser?: ComponentChildren;
  readonly children?: ComponentChildren;
};

/** A section of the settings: one column, a sentence first. Moments are written in the project's zone. */
export function SettingsPage({ sentence, aside, of = [], chooser, children }: SettingsPageProps) {
  const zone = currentProject.value?.timezone;
  useEffect(() => {
    if (zone) writing.value = { ...writing.peek(), timeZone: zone };
  }, [zone]);
  const isStale = of.some((question) => question.isStale.value);
  const failed = of.find((question) => question.problem.value !== null);
  return (
    <section class={`settings-page ${isStale ? 'stale' : ''}`} aria-busy={isStale}>
      {isStale && <div class="waiting" aria-hidden="true" />}
      {failed?.problem.value && (
        <Problem of={failed.problem.value} isAlone={sentence === null} onRetry={failed.retry} />
      )}
      {sentence !== null && (
        <h1 class="sentence" tabIndex={-1}>
          {sentence} {aside && <span class="aside">{aside}</span>}
        </h1>
      )}
      {chooser}
      {sentence !== null && children}
    </section>
  );
}
