import type { GetProjectResponse, OverviewResponse } from '@cvq/contract';
import { useEffect, useState } from 'preact/hooks';
import { choose, project, state } from '../address/location.ts';
import { ask } from '../ask/ask.ts';
import { questionOf } from '../ask/question-of.ts';
import { dimensionName } from '../figures/dimension-name.ts';
import { dimensionValue } from '../figures/dimension-value.ts';
import { partsOf } from '../figures/filter-text.ts';
import { day } from '../words/dates.ts';
import { localDay } from '../words/local-day.ts';
import { count } from '../words/numbers.ts';
import { writing } from '../words/writing.ts';
import '../style/nobody.css';

/** Nobody in the period: the filters that may be why, with who comes without each, or the day of the last event. */
export default function Nobody() {
  const { filters, segment } = state.value;
  return (
    <p class="nobody">
      {filters.map((filter) => {
        const others = filters.filter((other) => other !== filter);
        return <Without key={filter} name={nameOf(filter)} left={{ filters: others, segment }} />;
      })}
      {segment !== null && <Without name="the segment" left={{ filters, segment: null }} />}
      {filters.length === 0 && segment === null && <LastEvent />}
    </p>
  );
}

/** An answer to a question that nothing else on the page waits for; null until it is there, or where there is none. */
function useAnswer<Answer>(path: string): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    setAnswer(null);
    ask<Answer>(path, controller.signal).then(setAnswer, () => {});
    return () => controller.abort();
  }, [path]);
  return answer;
}

type WithoutProps = {
  readonly name: string;
  /** What is left without it. */
  readonly left: { readonly filters: readonly string[]; readonly segment: string | null };
};

function Without({ name, left }: WithoutProps) {
  const question = questionOf(project.value ?? '', { ...state.value, ...left, compare: 'none' });
  const visitors = useAnswer<OverviewResponse>(`/analytics/overview?${question}`)?.data.visitors;
  return (
    <button type="button" class="button" onClick={() => choose(left)}>
      Without {name}
      {visitors !== undefined && <span class="muted"> {peopleWords(visitors)}</span>}
    </button>
  );
}

function peopleWords(visitors: number): string {
  return visitors === 1 ? '1 person' : `${count(visitors, writing.value)} people`;
}

function LastEvent() {
  const last = useAnswer<GetProjectResponse>(`/projects/${project.value}`)?.data.tracking_health
    .last_event_at;
  if (!last) return null;
  const { timeZone } = writing.value;
  const [lastDay, today] = [localDay(last, timeZone), localDay(new Date().toISOString(), timeZone)];
  return (
    <>
      <span class="soft">The last event came on {day(lastDay, { ...writing.value, today })}.</span>
      <button
        type="button"
        class="button"
        onClick={() => choose({ range: { start: lastDay, end: lastDay }, granularity: null })}
      >
        Look at that day
      </button>
    </>
  );
}

function nameOf(filter: string): string {
  const parts = partsOf(filter);
  if (!parts) return filter;
  const values = parts.values.map((value) =>
    dimensionValue(parts.dimension as never, value, writing.value.locale),
  );
  return `${dimensionName(parts.dimension)} ${values.join(' or ')}`;
}
