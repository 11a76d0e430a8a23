import { useEffect } from 'preact/hooks';
import { addressOf, project } from '../address/location.ts';
import { refusals } from '../ask/live.ts';
import { lookAgainAt } from '../ask/look-again-at.ts';
import { overview } from '../ask/overview.ts';
import { projectName } from '../ask/projects.ts';
import { tagOf } from '../words/tracking-snippets.ts';
import { Refused } from './refused.tsx';
import { Snippet } from './snippet.tsx';
import '../style/before-data.css';

/** How often it is asked whether the first visit has come. */
const ASKED_EVERY_MS = 3000;

/** Until the first visit: what is done, what to paste, and that somebody listens. The first event turns it into the Overview. */
export default function BeforeData({
  timezone,
  currency,
}: {
  readonly timezone: string;
  readonly currency: string;
}) {
  useEffect(() => {
    const timer = setInterval(() => {
      lookAgainAt(overview, refusals);
    }, ASKED_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const refused = refusals.answer.value?.data ?? [];
  const tag = tagOf({ origin: location.origin, key: project.value ?? '' });
  return (
    <>
      <h1 class="sentence" tabIndex={-1}>
        Waiting for the first visit to {projectName.value}.{' '}
        <span class="aside">It appears here the moment it arrives.</span>
      </h1>
      <ol class="before-data">
        <li>
          <span class="up small">Done</span>
          <div>
            <h2>The project is there</h2>
            <p class="muted">
              Days of {timezone}, amounts in {currency}, people at {projectName.value}.
            </p>
          </div>
        </li>
        <li>
          <span class="now small">Now</span>
          <div>
            <h2>Paste this into the head of every page</h2>
            <Snippet about="the tag" text={tag} />
            <p class="muted small">
              <a class="text-link" href={addressOf('settings/tracking')}>
                Other ways
              </a>
              : a strict policy, an application, a server.
            </p>
          </div>
        </li>
        <li>
          <span class="muted small">Then</span>
          <div>
            <h2>Listening</h2>
            <p class="muted">Open your site in another tab.</p>
            {refused.length > 0 && <Refused refusals={refused} />}
          </div>
        </li>
      </ol>
    </>
  );
}
