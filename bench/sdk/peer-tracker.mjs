import { bundle } from './bundle.mjs';
import { installPeers, peerVersion } from './install-peers.mjs';
import { peers } from './peers.mjs';

/** A peer as a page has it, with a stand-in for the service that it was made for, on the page's own origin. */
export async function peerTracker(name) {
  await installPeers();
  const { package: id, module } = peers.find((peer) => peer.name === name);
  const code = await bundle(inPage(module));
  return {
    name: `${name} ${peerVersion(id)}`,
    head: () => '<script src="/js/peer.js"></script>',
    script: async () => code,
    track: (nameExpression) => `track(${nameExpression});`,
    receive: async ({ url, headers }) => ({
      status: 200,
      headers: {
        'content-type': 'application/json',
        'access-control-allow-origin': headers.origin ?? '*',
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
      },
      body: JSON.stringify(answerTo(url)),
    }),
  };
}

function inPage(module) {
  return module
    .replace(/'IN\/([^']*)'/g, (_, path) => `location.origin + '/in/${path}'`)
    .replace(/'HOST\/([^']*)'/g, (_, path) => `location.host + '/in/${path}'`);
}

/** What each service answers, as far as its tracker looks at it. */
function answerTo(url) {
  if (url.startsWith('/openpanel')) return { deviceId: 'device', sessionId: 'session' };
  if (url.startsWith('/mixpanel')) return { status: 1, error: null };
  if (url.startsWith('/amplitude')) return { code: 200, events_ingested: 1 };
  if (url.startsWith('/segment')) return { success: true };
  if (url.startsWith('/rudder/sourceConfig'))
    return { source: { id: 's', name: 's', config: {}, enabled: true, destinations: [], dataplanes: {} } };
  return {};
}
