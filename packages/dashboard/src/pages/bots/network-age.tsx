import { useState } from 'preact/hooks';
import { botNetworks, refreshBotNetworks } from '../../ask/bot-rules.ts';
import { mayAdminister } from '../../ask/role.ts';
import { Problem } from '../../parts/problem.tsx';
import { useSaving } from '../../parts/use-saving.ts';
import { networksSentence } from '../../words/networks-sentence.ts';
import { writing } from '../../words/writing.ts';

/** How old the networks of crawlers are; admins have them fetched now, where the settings of the collector allow it. */
export function NetworkAge() {
  const { answer, problem, retry } = botNetworks;
  const saving = useSaving();
  const [outcome, setOutcome] = useState('');
  if (problem.value) return <Problem of={problem.value} onRetry={retry} />;
  if (answer.value === null) return null;
  const networks = answer.value.data;
  const refresh = async () => {
    const { refreshed, failed } = await refreshBotNetworks();
    const kept = failed.map(({ name, error }) => `${name} stayed as it was (${error}).`);
    const fetched =
      refreshed.length === 0 ? 'Nothing could be fetched.' : `Fetched: ${refreshed.join(', ')}.`;
    setOutcome([fetched, ...kept].join(' '));
  };
  return (
    <section class="bot-rules" aria-labelledby="networks">
      <h2 id="networks">Networks</h2>
      <p class={`small ${networks.outdated_since === null ? 'muted' : 'warn'}`}>
        {networksSentence(networks, writing.value)}
      </p>
      {mayAdminister.value && networks.refreshes_itself && (
        <p class="refresh">
          <button
            type="button"
            class="button"
            aria-disabled={saving.state === 'under_way'}
            onClick={() => {
              if (saving.state !== 'under_way') void saving.save(refresh);
            }}
          >
            {saving.state === 'under_way' ? 'Fetching…' : 'Fetch them now'}
          </button>
        </p>
      )}
      <p role="status" class={`small ${saving.refusal ? 'down' : 'muted'}`}>
        {saving.refusal || (saving.state === 'saved' && outcome)}
      </p>
    </section>
  );
}
