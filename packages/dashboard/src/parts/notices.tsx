import type { NoticesResponse, Trouble } from '@cvq/contract';
import { project } from '../address/location.ts';
import { person } from '../ask/session.ts';
import { watched } from '../ask/watched.ts';
import '../style/notices.css';
import '../style/print.css';

const notices = watched<NoticesResponse>(() => '/notices');

/** What somebody has to look after, each by itself. It comes after the figures, so that it stands where it moves nothing. */
export default function Notices() {
  const found = notices.answer.value?.data;
  if (!found) return null;
  const { failing_webhooks: failing, lost_integrations: lost, blocked_integrations: blocked } = found;
  const isDemo = person.value?.is_demo === true;
  if (!isDemo && failing.length + lost.length + blocked.length === 0) return null;
  return (
    <section class="notices" aria-label="Notices">
      {isDemo && (
        <p class="notice">
          This is the demo shop.{' '}
          <a class="text-link" href="/sign-up">
            Track your own site
          </a>
        </p>
      )}
      {failing.length > 0 && (
        <p class="notice">
          {some(failing, 'A webhook endpoint has', 'webhook endpoints have')} only failed for a day:{' '}
          <Places of={failing} page="webhooks" name="Webhooks" />
        </p>
      )}
      {lost.length > 0 && (
        <p class="notice">
          {some(lost, 'An integration', 'integrations')} with an ad platform must be connected anew:{' '}
          <Places of={lost} page="settings/integrations" name="Integrations" />
        </p>
      )}
      {blocked.length > 0 && (
        <p class="notice">
          {some(blocked, 'An integration', 'integrations')} with an ad platform cannot send all conversions
          until something is set right:{' '}
          <Places of={blocked} page="settings/integrations" name="Integrations" />
        </p>
      )}
    </section>
  );
}

/** So many projects are named. */
const NAMED = 3;

type PlacesProps = { readonly of: readonly Trouble[]; readonly page: string; readonly name: string };

/** Where to look: the page of this project by its name, those of others by their domains. */
function Places({ of, page, name }: PlacesProps) {
  return (
    <>
      {of.slice(0, NAMED).map((each, index) => (
        <>
          {index > 0 && ', '}
          <a key={each.project} class="text-link" href={`/${each.project}/${page}`}>
            {each.project === project.value ? name : each.domain}
          </a>
        </>
      ))}
      {of.length > NAMED && ` and ${of.length - NAMED} more`}
    </>
  );
}

function some(troubles: readonly Trouble[], one: string, several: string): string {
  const count = troubles.reduce((sum, each) => sum + each.count, 0);
  return count === 1 ? one : `${count} ${several}`;
}
