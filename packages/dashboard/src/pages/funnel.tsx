import type { FunnelResponse } from '@cvq/contract';
import { useEffect } from 'preact/hooks';
import { state } from '../address/location.ts';
import { eventTypes, funnel, steps } from '../ask/funnel.ts';
import { funnelFacts } from '../figures/funnel-facts.ts';
import Nobody from '../parts/nobody.tsx';
import { Problem } from '../parts/problem.tsx';
import { span } from '../words/dates.ts';
import { funnelSentence } from '../words/funnel-sentence.ts';
import { writing } from '../words/writing.ts';
import { Divided } from './funnel/divided.tsx';
import { FunnelSettings } from './funnel/funnel-settings.tsx';
import { Saved } from './funnel/saved.tsx';
import { StepBars } from './funnel/step-bars.tsx';
import { StepPicker } from './funnel/step-picker.tsx';
import '../style/funnel.css';

/** How far people get along steps that a person picks, and where they are lost. */
export default function Funnel() {
  const answer = funnel.answer.value;
  const isStale = funnel.isStale.value || eventTypes.isStale.value;
  const types = eventTypes.answer.value?.data.rows;
  return (
    <main id="main" class={`page ${isStale ? 'stale' : ''}`} aria-busy={isStale}>
      {[eventTypes, funnel].map(
        ({ problem, retry }, index) =>
          problem.value && (
            <Problem key={index} of={problem.value} isAlone={index === 0 && !types} onRetry={retry} />
          ),
      )}
      {isStale && <div class="waiting" aria-hidden="true" />}
      {types && <Heading answer={answer} />}
      {types && <StepPicker types={types} steps={steps.value} />}
      {steps.value.length > 1 && <Saved />}
      {answer && steps.value.length > 1 && <Progress answer={answer} />}
    </main>
  );
}

function Heading({ answer }: { readonly answer: FunnelResponse | null }) {
  const isAsked = steps.value.length > 1;
  if (isAsked && answer === null) return null;
  const isFiltered = state.value.filters.length > 0 || state.value.segment !== null;
  const facts = isAsked && answer ? funnelFacts(answer, isFiltered) : null;
  const { lead, aside } = funnelSentence(facts, writing.value);
  return (
    <h1 class="sentence" tabIndex={-1}>
      {lead} <span class="aside">{aside}</span>
    </h1>
  );
}

function Progress({ answer: { data, meta } }: { readonly answer: FunnelResponse }) {
  useEffect(() => {
    writing.value = { ...writing.peek(), currency: meta.currency, timeZone: meta.timezone };
  }, [meta]);
  const { comparison, breakdown } = data;
  const calendar = { ...writing.value, today: meta.generated_at.slice(0, 10) };
  return (
    <>
      {data.steps[0]?.count === 0 && <Nobody />}
      <StepBars steps={data.steps} before={comparison?.complete ? comparison.steps : null} />
      <div class="legend">
        <span>
          <i class="key now" />
          {span(meta.start_date, meta.end_date, calendar)}
        </span>
        {comparison?.complete && (
          <span>
            <i class="key was" />
            {span(comparison.start_date, comparison.end_date, calendar)}
          </span>
        )}
        {comparison && !comparison.complete && <span>no figures of all the earlier days</span>}
        <span class="grow" />
        <FunnelSettings />
      </div>
      {breakdown && <Divided breakdown={breakdown} />}
    </>
  );
}
