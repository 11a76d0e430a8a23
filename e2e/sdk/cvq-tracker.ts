import type { CollectorProgram } from './collector-program.ts';
import type { Tracker } from './tracker.ts';

/** Our own script, from a collector and to it. */
export function cvqTracker({ address, project, receive }: CollectorProgram): Tracker {
  return {
    name: 'cvq',
    head: (endpoint) =>
      `<script src="/js/sdk.js" data-service-api-key="${project}" data-service-endpoint="${endpoint}"></script>`,
    async script(name) {
      const response = await fetch(`${address}/${name}`);
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    },
    track: (name) => `cvq.push(['track', ${name}]);`,
    receive,
  };
}
