import type { ConversionDetails, ConversionJourney } from '@cvq/contract';
import { addressOf, item, state } from '../address/location.ts';
import { conversion, journey } from '../ask/conversion.ts';
import { amountOf, conversionFacts } from '../figures/conversion-facts.ts';
import { eventName } from '../figures/event-name.ts';
import { knotsOf } from '../figures/knots.ts';
import { neighbour } from '../keyboard/neighbour.ts';
import { Problem } from '../parts/problem.tsx';
import { conversionSentence } from '../words/conversion-sentence.ts';
import { capitalised } from '../words/source-names.ts';
import { strangersText } from '../words/strangers-text.ts';
import { writing } from '../words/writing.ts';
import { Facts } from './conversion/facts.tsx';
import { Lanes } from './conversion/lanes.tsx';
import { Matrix } from './conversion/matrix.tsx';
import { Thread } from './conversion/thread.tsx';
import { Visits } from './conversion/visits.tsx';
import NotFound from './not-found.tsx';
import '../style/conversions.css';

/** One conversion: how it came about, and who was told of it. */
export default function ConversionPage() {
  const details = conversion.answer.value?.data;
  const told = journey.answer.value?.data ?? null;
  const isStale = conversion.isStale.value;
  const problem = conversion.problem.value;
  // Somebody may have removed it while it was open.
  if (problem?.status === 404) return <NotFound />;
  return (
    <main id="main" class={`page life ${isStale ? 'stale' : ''}`} aria-busy={isStale}>
      <Walk name={details?.order_id ?? details?.event_type ?? item.value ?? ''} />
      {problem && <Problem of={problem} isAlone onRetry={conversion.retry} />}
      {journey.problem.value && !problem && <Problem of={journey.problem.value} onRetry={journey.retry} />}
      {details && !problem && (
        <Life details={details} told={told?.conversion_id === details.id ? told : null} />
      )}
    </main>
  );
}

type LifeProps = { readonly details: ConversionDetails; readonly told: ConversionJourney | null };

function Life({ details, told }: LifeProps) {
  const { lead, aside } = conversionSentence(conversionFacts(details, told, new Date().toISOString()));
  const name = capitalised(eventName(details.event_type));
  return (
    <>
      <h1 class="sentence" tabIndex={-1}>
        {lead} <span class="aside">{aside}</span>
      </h1>
      {told && (
        <Thread
          knots={knotsOf(details, told, { name, value: amountOf(details), locale: writing.value.locale })}
        />
      )}
      <div class="two">
        <div class="story">
          {told && <Visits journey={told} conversion={details} />}
          {details.user_data !== null && <Matrix conversion={details} userData={details.user_data} />}
          <Lanes conversion={details} />
        </div>
        <Facts conversion={details} journey={told} />
      </div>
    </>
  );
}

/** Back to the list, and to the ones before and after. */
function Walk({ name }: { readonly name: string }) {
  return (
    <nav class="walk" aria-label="Conversions">
      <a href={addressOf('conversions', { list: state.value.list })}>Conversions</a>
      <span aria-hidden="true">/</span>
      <span class="here">{strangersText(name)}</span>
      <span class="grow" />
      <Step to={neighbour(-1)} name="Newer" keyboard="k" />
      <Step to={neighbour(1)} name="Older" keyboard="j" />
    </nav>
  );
}

type StepProps = { readonly to: string | null; readonly name: string; readonly keyboard: string };

function Step({ to, name, keyboard }: StepProps) {
  const inside = (
    <>
      {name} <kbd>{keyboard}</kbd>
    </>
  );
  return to === null ? (
    <span class="control muted" aria-disabled="true">
      {inside}
    </span>
  ) : (
    <a class="control" href={to}>
      {inside}
    </a>
  );
}
