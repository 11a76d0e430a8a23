import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOperator, type Controls } from './admin.ts';
import type { MockAccounts } from './mock-accounts.ts';
import { PLATFORM_NAMES, type PlatformName } from './mock-request.ts';
import type { MockState, PlatformState } from './mock-state.ts';
import { openFaults } from './open-faults.ts';
import { openPlatforms, type PlatformOptions, type Platforms } from './open-platforms.ts';
import { openRequestLog, type RequestLog } from './request-log.ts';
import { respond, serveRequest } from './serve-request.ts';
import type { SpendChange } from './spend-figures.ts';

export type MockOptions = PlatformOptions & {
  /** 0 without it: any that is free. */
  readonly port?: number;
  /** Told after a platform has taken a request with conversions, and before it answers. */
  readonly onTaken?: (platform: PlatformName) => void;
};

export type MockAdPlatforms = Controls & {
  /** `http://127.0.0.1:<port>`: of all three, whose paths differ. */
  readonly address: string;
  /** What leads a collector here: settings of its environment. */
  readonly settings: Readonly<Record<string, string>>;
  readonly accounts: MockAccounts;
  /** Everything that must never be found in a log or a store of a client. */
  secrets(): readonly string[];
  close(): Promise<void>;
};

/** Google Ads, Meta and Microsoft Advertising on one port of this machine. */
export async function startMockAdPlatforms(options: MockOptions = {}): Promise<MockAdPlatforms> {
  let address = '';
  const platforms = openPlatforms(options, () => address);
  const logs = new Map(PLATFORM_NAMES.map((name) => [name, openRequestLog()] as const));
  const controls = controlsOf(platforms, logs);
  const { onTaken = () => {} } = options;
  const serving = {
    platforms: platforms.byName,
    logs,
    faults: controls.scripted,
    now: platforms.now,
    onTaken,
  };
  const server = createServer(async (message, response) => {
    const body = await bodyOf(message).catch(() => null);
    // The client went before it had said what it wanted.
    if (body === null) return;
    const path = new URL(message.url ?? '/', 'http://localhost').pathname;
    const outcome =
      serveRequest(message, body, serving) ??
      answerOperator({ method: message.method ?? 'GET', path, body }, controls);
    respond(response, outcome ?? { status: 404, body: { error: 'No platform has this path.' } });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...controls,
    address,
    settings: settingsOf(address),
    accounts: platforms.accounts,
    secrets: platforms.secrets,
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function controlsOf(platforms: Platforms, logs: ReadonlyMap<PlatformName, RequestLog>) {
  const { byName } = platforms;
  const catalogues = {
    google_ads: byName.google_ads.faults,
    meta_ads: byName.meta_ads.faults,
    microsoft_ads: byName.microsoft_ads.faults,
  };
  const scripted = openFaults(catalogues);
  return {
    scripted,
    state: () => stateOf(platforms, logs),
    credentials: platforms.credentials,
    faults: () => catalogues,
    fail: scripted.script,
    failAtRandom: scripted.atRandom,
    advance: platforms.advance,
    changeSpend: (name: PlatformName, change: SpendChange) => byName[name].spend.change(change),
    reset() {
      scripted.clear();
      for (const platform of Object.values(byName)) platform.forget();
      for (const log of logs.values()) log.forget();
    },
  };
}

function stateOf(platforms: Platforms, logs: ReadonlyMap<PlatformName, RequestLog>): MockState {
  const states = [...logs].map(([name, log]) => {
    const { conversions, spend } = platforms.byName[name];
    const state: PlatformState = {
      requests: { ...log.requests },
      failed: log.failed(),
      taken: conversions.counted().length + conversions.uncounted().length,
      conversions: [...conversions.counted()],
      uncounted: [...conversions.uncounted()],
      spend: spend.all(),
      log: log.latest(),
    };
    return [name, state] as const;
  });
  return { now: platforms.now(), ...(Object.fromEntries(states) as Record<PlatformName, PlatformState>) };
}

/** All paths differ, so that one address serves for all. */
function settingsOf(address: string): Record<string, string> {
  return {
    CVQ_GOOGLE_API: address,
    CVQ_GOOGLE_ADS_API: address,
    CVQ_GOOGLE_TOKEN_API: address,
    CVQ_META_API: address,
    CVQ_MICROSOFT_API: address,
    CVQ_MICROSOFT_CUSTOMER_API: address,
    CVQ_MICROSOFT_REPORTING_API: address,
    CVQ_MICROSOFT_TOKEN_API: address,
  };
}
