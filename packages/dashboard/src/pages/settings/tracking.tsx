import { useEffect, useState } from 'preact/hooks';
import { addressOf, project } from '../../address/location.ts';
import { installation, refusedLately } from '../../ask/installation.ts';
import { lookAgainAt } from '../../ask/look-again-at.ts';
import { type PinnedScript, pinnedScript } from '../../ask/pinned-script.ts';
import { Refused } from '../../parts/refused.tsx';
import { SettingsPage } from '../../parts/settings-page.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { installationSentence } from '../../words/installation-sentence.ts';
import { curlOf, moduleOf, nodeOf, pinnedTagOf, policyOf, tagOf } from '../../words/tracking-snippets.ts';
import { writing } from '../../words/writing.ts';

/** How often it is asked whether events arrive. */
const ASKED_EVERY_MS = 3000;

/** What to paste where, and whether it works: that turns green by itself. */
export default function Tracking() {
  useEffect(() => {
    const timer = setInterval(() => lookAgainAt(installation, refusedLately), ASKED_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const { answer, problem } = installation;
  const health = answer.value?.data.tracking_health;
  const refused = refusedLately.answer.value?.data ?? [];
  const said = health ? installationSentence(health, writing.value) : null;
  return (
    <SettingsPage
      sentence={said?.sentence ?? null}
      aside={said?.aside}
      of={said === null || problem.value !== null ? [installation] : []}
    >
      <p class={`installation ${said?.isWorking ? 'up' : 'muted'}`} role="status">
        <span aria-hidden="true">{said?.isWorking ? '●' : '○'}</span>{' '}
        {said?.isWorking ? 'Events arrive.' : 'Listening.'}
      </p>
      {refused.length > 0 && <Refused refusals={refused} />}
      <Snippets origin={location.origin} apiKey={project.value ?? ''} />
    </SettingsPage>
  );
}

function Snippets({ origin, apiKey: key }: { readonly origin: string; readonly apiKey: string }) {
  const [pinned, setPinned] = useState<PinnedScript | null>(null);
  useEffect(() => void pinnedScript(origin).then(setPinned), [origin]);
  const installed = { origin, key };
  return (
    <>
      <h2>In pages</h2>
      <p class="soft">Into the head of every page. Page views are counted from then on.</p>
      <Snippet about="the tag" text={tagOf(installed)} />
      <h2>Where a policy is strict</h2>
      <p class="soft">What a content security policy has to allow:</p>
      <Snippet about="the policy" text={policyOf(installed)} />
      {pinned && (
        <>
          <p class="soft">
            With this tag browsers run the script only if it is this one, byte for byte. It stays the same
            when the collector is upgraded: for the script of the new version, paste the tag anew.
          </p>
          <Snippet about="the tag with a hash" text={pinnedTagOf(pinned, installed)} />
        </>
      )}
      <h2>In an application</h2>
      <p class="soft">
        The module counts page views as the address changes, and reports what else you track.
      </p>
      <Snippet about="the module" text={moduleOf(installed)} />
      <h2>From a server</h2>
      <p class="soft">
        It needs a server key, which is secret: make one under{' '}
        <a class="text-link" href={addressOf('settings/keys')}>
          Keys
        </a>
        .
      </p>
      <Snippet about="the command" text={curlOf(installed)} />
      <Snippet about="the code for Node.js" text={nodeOf(installed)} />
    </>
  );
}
