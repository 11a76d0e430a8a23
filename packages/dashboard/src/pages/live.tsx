import type { LiveResponse } from '@cvq/contract';
import { MINUTE_MS } from '@cvq/contract/constants';
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { addressOf } from '../address/location.ts';
import { live, refusals } from '../ask/live.ts';
import { liveChanges } from '../ask/live-changes.ts';
import { lookAgainAt } from '../ask/look-again-at.ts';
import type { Watched } from '../ask/watched.ts';
import { filterOf } from '../figures/filter-text.ts';
import { Problem } from '../parts/problem.tsx';
import { Refused } from '../parts/refused.tsx';
import { clock } from '../words/dates.ts';
import { liveSentence } from '../words/live-sentence.ts';
import { count } from '../words/numbers.ts';
import { strangersText } from '../words/strangers-text.ts';
import { writing } from '../words/writing.ts';
import { LiveEvents } from './live/live-events.tsx';
import { MinuteBars } from './live/minute-bars.tsx';

/** Who is there now and what happens, also to see whether a tag that was just pasted works. */
export default function Live() {
  useLiveChanges(live);
  useLiveChanges(refusals);
  useEffect(() => {
    // Where nothing happens, minutes pass all the same.
    const timer = setInterval(() => lookAgainAt(live), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const answer = live.answer.value;
  const meta = answer?.meta;
  const zone = meta?.timezone;
  useEffect(() => {
    if (zone !== undefined) writing.value = { ...writing.peek(), timeZone: zone };
  }, [zone]);
  const refused = refusals.answer.value?.data ?? [];
  return (
    <main id="main" class="page" aria-busy={answer === null && live.problem.value === null}>
      {live.problem.value && <Problem of={live.problem.value} isAlone={!answer} onRetry={live.retry} />}
      {answer && <Now data={answer.data} />}
      {refused.length > 0 && (
        <section class="refused-lately" aria-labelledby="refused">
          <h2 id="refused">Refused lately</h2>
          <Refused refusals={refused} />
        </section>
      )}
      {answer && <LiveEvents events={answer.data.events} />}
      {meta && <p class="zone muted small">Times are those of {meta.timezone}.</p>}
    </main>
  );
}

/** Asks once more after each change; of those that come while it is being asked, once it has been answered. */
function useLiveChanges(asked: Pick<Watched<unknown>, 'isStale' | 'retry'>): void {
  const heeded = useRef(0);
  useSignalEffect(() => {
    if (asked.isStale.value || liveChanges.value === heeded.current) return;
    heeded.current = liveChanges.value;
    asked.retry();
  });
}

function Now({ data: { visitors, minutes, pages, events } }: Pick<LiveResponse, 'data'>) {
  const [first] = pages;
  const { lead, aside } = liveSentence(
    {
      visitors,
      page: first ? { name: strangersText(first.page), visitors: first.visitors } : null,
      lastAt: events[0] ? clock(events[0].received_at, writing.value) : null,
    },
    writing.value,
  );
  return (
    <>
      <h1 class="sentence" tabIndex={-1}>
        {lead} <span class="aside">{aside}</span>
      </h1>
      <div class="live-now">
        <MinuteBars minutes={minutes} />
        <Pages pages={pages} />
      </div>
    </>
  );
}

function Pages({ pages }: Pick<LiveResponse['data'], 'pages'>) {
  return (
    <table class="live-pages">
      <thead>
        <tr>
          <th scope="col">Page, in the last five minutes</th>
          <th scope="col" class="n">
            Visitors
          </th>
        </tr>
      </thead>
      <tbody>
        {pages.length === 0 && (
          <tr>
            <td colSpan={2} class="none">
              Nobody looks at a page.
            </td>
          </tr>
        )}
        {pages.map(({ page, visitors }) => (
          <tr key={page}>
            <th scope="row">
              <a data-row href={addressOf('overview', { filters: [filterOf('page', 'is', [page])] })}>
                {strangersText(page)}
              </a>
            </th>
            <td class="n">{count(visitors, writing.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
