// Trackers from npm to measure ours beside. Versions are those of peers/package.json.
//
// `module` is the smallest application that uses one: it starts it, counts the page, and puts `track` into the page.
// `IN` stands for where events go. `script` is the file for a script tag, where the package has one.

export const peers = [
  {
    name: 'Plausible',
    package: '@plausible-analytics/tracker',
    script: 'plausible.js',
    module: `import { init, track } from '@plausible-analytics/tracker';
      init({ domain: 'localhost', endpoint: 'IN/plausible', captureOnLocalhost: true });
      window.track = (name) => track(name, {});`,
  },
  {
    name: 'ahoy.js',
    package: 'ahoy.js',
    script: 'dist/ahoy.min.js',
    module: `import ahoy from 'ahoy.js';
      ahoy.configure({ visitsUrl: 'IN/ahoy/visits', eventsUrl: 'IN/ahoy/events' });
      ahoy.trackView();
      window.track = (name) => ahoy.track(name, {});`,
  },
  {
    name: 'OpenPanel',
    package: '@openpanel/web',
    module: `import { OpenPanel } from '@openpanel/web';
      const op = new OpenPanel({ apiUrl: 'IN/openpanel', clientId: 'x', trackScreenViews: true });
      window.track = (name) => op.track(name);`,
  },
  {
    name: 'Swetrix',
    package: 'swetrix',
    script: 'dist/swetrix.js',
    module: `import { init, track, trackViews } from 'swetrix';
      init('x', { apiURL: 'IN/swetrix', devMode: true });
      trackViews();
      window.track = (name) => track({ ev: name });`,
  },
  {
    name: 'Rybbit',
    package: '@rybbit/js',
    module: `import rybbit from '@rybbit/js';
      const ready = rybbit.init({ analyticsHost: 'IN/rybbit', siteId: '1' });
      window.track = (name) => ready.then(() => rybbit.event(name));`,
  },
  {
    name: 'Snowplow',
    package: '@snowplow/browser-tracker',
    script: 'dist/index.umd.min.js',
    module: `import { newTracker, trackPageView, trackSelfDescribingEvent } from '@snowplow/browser-tracker';
      newTracker('sp', 'IN/snowplow', { appId: 'x', keepalive: true });
      trackPageView();
      window.track = (name) => trackSelfDescribingEvent({ event: { schema: 'iglu:x/y/jsonschema/1-0-0', data: { name } } });`,
  },
  {
    name: 'Pirsch',
    package: 'pirsch-sdk',
    module: `import { Pirsch } from 'pirsch-sdk/web.js';
      const pirsch = new Pirsch({ identificationCode: 'x'.repeat(32), baseUrl: 'IN/pirsch' });
      pirsch.hit();
      window.track = (name) => pirsch.event(name);`,
  },
  {
    name: 'Jitsu',
    package: '@jitsu/js',
    module: `import { jitsuAnalytics } from '@jitsu/js';
      const jitsu = jitsuAnalytics({ host: 'IN/jitsu', writeKey: 'a:b' });
      jitsu.page();
      window.track = (name) => jitsu.track(name);`,
  },
  {
    name: 'Segment',
    package: '@segment/analytics-next',
    script: 'dist/umd/standalone.js',
    module: `import { AnalyticsBrowser } from '@segment/analytics-next';
      const analytics = AnalyticsBrowser.load({ writeKey: 'x', cdnSettings: { integrations: { 'Segment.io': {
        apiKey: 'x', apiHost: 'HOST/segment', protocol: 'http' } } } });
      analytics.page();
      window.track = (name) => analytics.track(name);`,
  },
  {
    name: 'RudderStack',
    package: '@rudderstack/analytics-js',
    module: `import { RudderAnalytics } from '@rudderstack/analytics-js/bundled';
      const rudder = new RudderAnalytics();
      rudder.load('xxxxxxxxxxxxxxxxxxxxxxxxxxx', 'IN/rudder', { configUrl: 'IN/rudder', plugins: [] });
      rudder.page();
      window.track = (name) => rudder.track(name);`,
  },
  {
    name: 'Mixpanel',
    package: 'mixpanel-browser',
    script: 'dist/mixpanel.min.js',
    module: `import mixpanel from 'mixpanel-browser/src/loaders/loader-module-core';
      mixpanel.init('x', { api_host: 'IN/mixpanel', track_pageview: true, persistence: 'localStorage' });
      window.track = (name) => mixpanel.track(name);`,
  },
  {
    name: 'Amplitude',
    package: '@amplitude/analytics-browser',
    script: 'lib/scripts/amplitude-min.js',
    module: `import { init, track } from '@amplitude/analytics-browser';
      init('x'.repeat(32), { serverUrl: 'IN/amplitude', fetchRemoteConfig: false, autocapture: { pageViews: true } });
      window.track = (name) => track(name);`,
  },
  {
    name: 'Countly',
    package: 'countly-sdk-web',
    script: 'lib/countly.min.js',
  },
  {
    name: 'PostHog',
    package: 'posthog-js',
    script: 'dist/array.js',
    module: `import posthog from 'posthog-js';
      posthog.init('phc_x', { api_host: 'IN/posthog', disable_session_recording: true, advanced_disable_flags: true });
      window.track = (name) => posthog.capture(name);`,
  },
];
