import type { DeliveryStatus, IntegrationState, ShownIntegration } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { removeIntegration, switchIntegration, testIntegration } from '../../../ask/integrations.ts';
import { mayAdminister } from '../../../ask/role.ts';
import { PLATFORM_NAMES } from '../../../figures/platform-names.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { dayAndClock } from '../../../words/moments.ts';
import { count } from '../../../words/numbers.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { writing } from '../../../words/writing.ts';
import { BuiltRequests } from './built-requests.tsx';
import { Checks, type TestedIntegration } from './checks.tsx';
import { GoLive } from './go-live.tsx';
import { IntegrationFields } from './integration-fields.tsx';
import { NewCredentials } from './new-credentials.tsx';
import { ReadSpend } from './read-spend.tsx';
import { useAsking } from './use-asking.ts';

const STATES: Readonly<Record<IntegrationState, readonly [word: string, tone: string]>> = {
  active: ['Sends conversions', 'up'],
  dry_run: ['Dry run: builds, sends nothing', 'muted'],
  paused: ['Paused: conversions wait', 'warn'],
  reconnect_required: ['Must be connected anew: conversions wait', 'down'],
};

const TODAY: readonly (readonly [DeliveryStatus, string])[] = [
  ['delivered', 'delivered'],
  ['pending', 'waiting'],
  ['retrying', 'to be tried again'],
  ['failed', 'failed'],
  ['skipped', 'not sent'],
];

/** A platform that the project is connected with: how it does, what is set, and what can be done. */
export function IntegrationCard({ of }: { readonly of: ShownIntegration }) {
  const { platform, state, is_demo: isDemo, today } = of;
  const [word, tone] = STATES[state];
  const sum = Object.values(today).reduce((all, each) => all + each, 0);
  const told = TODAY.filter(([status]) => today[status] > 0).map(
    ([status, words]) => `${count(today[status], writing.value)} ${words}`,
  );
  return (
    <>
      <header>
        <h2 id={platform}>{PLATFORM_NAMES[platform]}</h2>
        <span class={isDemo ? 'muted' : tone}>
          {isDemo ? 'Of the demo: nothing of it reaches the platform' : word}
        </span>
      </header>
      <p class="muted small">Conversions of today: {sum === 0 ? 'none' : told.join(', ')}.</p>
      {!isDemo && <Troubles of={of} />}
      <IntegrationFields of={of} isLocked={isDemo || !mayAdminister.value} />
      {state === 'dry_run' && <BuiltRequests platform={platform} />}
      {mayAdminister.value && <Acts of={of} />}
    </>
  );
}

function Troubles({ of: { problem, blocked, throttled } }: { readonly of: ShownIntegration }) {
  return (
    <>
      {problem && (
        <p class="down">
          {strangersText(problem.code)}: {strangersText(problem.message)}
        </p>
      )}
      {throttled && (
        <p class="warn">
          The platform asked to be left alone until {dayAndClock(throttled.until, writing.value)}. Conversions
          wait, and are sent then.
        </p>
      )}
      {blocked.map(({ reason, deliveries, message }) => (
        <p key={reason} class="warn">
          {deliveries === 1 ? 'A conversion waits' : `${count(deliveries, writing.value)} conversions wait`}{' '}
          until something is set right
          {reason && `: ${strangersText(reason)}`}
          {message && `, ${strangersText(message)}`}
        </p>
      ))}
    </>
  );
}

function Acts({ of }: { readonly of: ShownIntegration }) {
  const { platform, state, is_demo: isDemo, blocked, throttled } = of;
  const asking = useAsking();
  const [tested, setTested] = useState<TestedIntegration | null>(null);
  const waits =
    state === 'paused' || state === 'reconnect_required' || blocked.length > 0 || throttled !== null;
  const name = PLATFORM_NAMES[platform];
  const act = (run: () => Promise<unknown>) => () => void asking.run(async () => void (await run()));
  const isRead = state !== 'paused' && (platform !== 'meta_ads' || of.spend_account !== null);
  const test = act(async () => setTested(await testIntegration(platform)));
  return (
    <>
      {tested && <Checks of={tested} />}
      <p role="alert" class="refusal">
        {asking.refusal}
      </p>
      {!isDemo && isRead && <ReadSpend platform={platform} />}
      <p class="acts" aria-busy={asking.isBusy}>
        {!isDemo && (
          <>
            <button type="button" class="button" onClick={test}>
              Test<span class="sr"> {name}</span>
            </button>
            {state === 'dry_run' && <GoLive platform={platform} />}
            {state === 'active' && (
              <button type="button" class="button" onClick={act(() => switchIntegration(platform, 'pause'))}>
                Pause<span class="sr"> {name}</span>
              </button>
            )}
            {waits && state !== 'dry_run' && (
              <button type="button" class="button" onClick={act(() => switchIntegration(platform, 'resume'))}>
                {state === 'paused' ? 'Resume' : 'Send again'}
                <span class="sr"> {name}</span>
              </button>
            )}
            <NewCredentials platform={platform} />
          </>
        )}
        <Confirm
          label="Remove…"
          title={`Remove the integration with ${name}?`}
          name={name}
          button="Remove"
          onConfirm={() => removeIntegration(platform)}
        >
          Its credentials are deleted, and what waits is not sent. What the platform has, it keeps.
        </Confirm>
      </p>
    </>
  );
}
