import type { FunnelResponse } from '@cvq/contract';
import { eventName } from '../../figures/event-name.ts';
import { duration } from '../../words/duration.ts';
import { count, percent } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';

type Steps = FunnelResponse['data']['steps'];

/** More steps than these stand below each other, as on a phone. */
const MOST_SIDE_BY_SIDE = 6;

/** A bar for each step on one baseline, the earlier period as a dashed mark, and between two what happened there. */
export function StepBars({ steps, before }: { readonly steps: Steps; readonly before: Steps | null }) {
  const highest = Math.max(1, steps[0]?.count ?? 0, before?.[0]?.count ?? 0);
  const draw = (name: string, value: number) => (element: HTMLElement | null) =>
    element?.style.setProperty(name, `${(value / highest) * 100}%`);
  return (
    <ol class={`step-bars ${steps.length > MOST_SIDE_BY_SIDE ? 'many' : ''}`} aria-label="How far they got">
      {steps.map((step, index) => {
        const then = before?.[index];
        return (
          <li key={step.event_type} ref={draw('--size', step.count)}>
            {index > 0 && <Passage step={step} />}
            <div class="column" aria-hidden="true">
              <i class="bar-of" />
              {then && <i class="bar-was" ref={draw('--was', then.count)} />}
            </div>
            <p class="reached">
              <span>
                <b>{count(step.count, writing.value)}</b>{' '}
                {index > 0 && <span class="muted">{percent(step.rate_from_first, writing.value)}</span>}
              </span>
              <span class="step-name">{eventName(step.event_type)}</span>
              {then && (
                <span class="muted small">
                  before: {count(then.count, writing.value)}
                  {index > 0 && `, ${percent(then.rate_from_first, writing.value)}`}
                </span>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

/** From the step before to this one. */
function Passage({ step }: { readonly step: Steps[number] }) {
  const { dropped, rate_from_previous: rate, median_seconds_from_previous: median } = step;
  return (
    <p class="passage">
      <span>{percent(rate, writing.value)} went on</span>
      <span class="muted">{count(dropped, writing.value)} left</span>
      {median !== null && <span class="muted">half within {duration(median * 1000)}</span>}
    </p>
  );
}
