import type { IntegrationTroubles } from '../ad-platforms/forwarding/watch-integrations.ts';
import { scriptTag } from '../demo/script-tag.ts';
import { escapeHtml, htmlPage } from './html.ts';

/** The first page, for a person who has signed in, by name, or for anybody while there is no person: null. */
export type FirstPage = (person: string | null) => Promise<string>;

type Home = {
  readonly person: string | null;
  readonly baseUrl: string;
  readonly demoProject: string | null;
  /** Where the demo shop is. */
  readonly shopOrigin: string;
  /** Endpoints that have only failed for a day. Which ones is not for everybody who can open this page. */
  readonly failingWebhooks: number;
  /** Integrations with ad platforms that somebody has to look after. */
  readonly integrations: IntegrationTroubles;
};

/** The first page: that the collector runs, and the next step. */
export function home({ person, baseUrl, shopOrigin, demoProject, ...troubles }: Home): string {
  const key = demoProject ?? 'proj_…';
  const demo =
    demoProject === null ? '' : `<p><a href="${escapeHtml(shopOrigin)}/demo/">Open the demo shop</a></p>`;
  return htmlPage(
    'cvq',
    `<h1>cvq is running</h1>
${whoIsThere(person)}
${webhookWarning(troubles.failingWebhooks)}${integrationWarnings(troubles.integrations)}<p>Paste this tag into the head of your pages, with the tracking key of your project:</p>
<pre><code>${escapeHtml(scriptTag(baseUrl, key))}</code></pre>
<p>Commands begin with <code>cvq</code> where it is installed, and with <code>npm run -s cvq --</code> in a clone of the
repository. This lists your projects:</p>
<pre><code>cvq project list
npm run -s cvq -- project list</code></pre>
<p>Then ask what happened. <code>cvq key create --name Reports</code> prints a key that reads:</p>
<pre><code>curl -H "Authorization: Bearer sk_…" "${escapeHtml(baseUrl)}/v1/analytics/overview?project=${key}&amp;range=today"</code></pre>
${demo}
<p><a href="/v1/openapi.json">The API as an OpenAPI document</a></p>
<p><a href="/docs/errors">Errors of the read API</a></p>`,
  );
}

function whoIsThere(person: string | null): string {
  if (person === null)
    return '<p>Nobody has signed up yet. The set-up link is in what <code>cvq serve</code> printed when it started. It is good for 60 minutes: a new start prints a new one.</p>';
  return `<p role="alert"></p>
<form data-post="/sign-out"><p>You are signed in as ${escapeHtml(person)}. <button>Sign out</button></p></form>
<script type="module" src="/sign-in.js"></script>`;
}

function webhookWarning(failing: number): string {
  if (failing === 0) return '';
  const who = failing === 1 ? 'A webhook endpoint has' : `${failing} webhook endpoints have`;
  return `<p role="alert">${who} only failed for a day: <code>cvq webhook list</code> tells more.</p>\n`;
}

function integrationWarnings({ lost, blocked }: IntegrationTroubles): string {
  return [
    integrationWarning(lost, 'must be connected anew'),
    integrationWarning(blocked, 'cannot send all conversions until something is set right'),
  ].join('');
}

function integrationWarning(count: number, says: string): string {
  if (count === 0) return '';
  const who = count === 1 ? 'An integration' : `${count} integrations`;
  return `<p role="alert">${who} with an ad platform ${says}: <code>cvq integration list</code> tells more.</p>\n`;
}
