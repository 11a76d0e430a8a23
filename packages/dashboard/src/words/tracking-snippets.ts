import { TRACKING_PATHS } from '@cvq/contract/constants';
import type { PinnedScript } from '../ask/pinned-script.ts';

type Installed = { readonly origin: string; readonly key: string };

/** The tag that a site owner pastes. */
export function tagOf({ origin, key }: Installed): string {
  return `<script async src="${origin}/sdk.js" data-service-api-key="${key}"></script>`;
}

/** The tag whose script a browser refuses if a single byte of it is another. */
export function pinnedTagOf({ address, integrity }: PinnedScript, { key }: Installed): string {
  return `<script async src="${address}" integrity="${integrity}" crossorigin="anonymous" data-service-api-key="${key}"></script>`;
}

/** What a content security policy has to allow. */
export function policyOf({ origin }: Installed): string {
  return `script-src ${origin}; connect-src ${origin}`;
}

/** The module in an application. */
export function moduleOf({ origin, key }: Installed): string {
  return `import { init, track } from '@cvq/browser';

init({ apiKey: '${key}', endpoint: '${origin}' });
track('search', { term: 'teapot' });`;
}

/** A sale as a backend reports it, at a command line. `SERVER_KEY` is a variable: the key itself is secret. */
export function curlOf({ origin }: Installed): string {
  return `curl ${origin}${TRACKING_PATHS.event} \\
  -H "Authorization: Bearer $SERVER_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"event_type":"purchase","properties":{"order_id":"A-1001","value":129.9,"currency":"EUR"}}'`;
}

/** A sale as a backend reports it on Node.js. */
export function nodeOf({ origin }: Installed): string {
  return `await fetch('${origin}${TRACKING_PATHS.event}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.SERVER_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ event_type: 'purchase', properties: { order_id: 'A-1001', value: 129.9 } }),
});`;
}
