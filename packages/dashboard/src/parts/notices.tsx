import type { NoticesResponse } from '@cvq/contract';
import { person } from '../ask/session.ts';
import { watched } from '../ask/watched.ts';
import '../style/notices.css';

const notices = watched<NoticesResponse>(() => '/notices');

/** What somebody has to look after, each by itself. It comes after the figures, so that it stands where it moves nothing. */
export default function Notices() {
  const found = notices.answer.value?.data;
  if (!found) return null;
  const { failing_webhooks: failing, lost_integrations: lost, blocked_integrations: blocked } = found;
  const isDemo = person.value?.is_demo === true;
  if (!isDemo && failing + lost + blocked === 0) return null;
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
      {failing > 0 && (
        <p class="notice">
          {some(failing, 'A webhook endpoint has', 'webhook endpoints have')} only failed for a day:{' '}
          <code>cvq webhook list</code> tells more.
        </p>
      )}
      {lost > 0 && (
        <p class="notice">
          {some(lost, 'An integration', 'integrations')} with an ad platform must be connected anew:{' '}
          <code>cvq integration list</code> tells more.
        </p>
      )}
      {blocked > 0 && (
        <p class="notice">
          {some(blocked, 'An integration', 'integrations')} with an ad platform cannot send all conversions
          until something is set right: <code>cvq integration list</code> tells more.
        </p>
      )}
    </section>
  );
}

const some = (count: number, one: string, several: string) => (count === 1 ? one : `${count} ${several}`);
