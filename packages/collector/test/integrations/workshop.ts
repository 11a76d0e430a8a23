import type { AdPlatform } from '@cvq/contract';
import {
  type EventRecord,
  type Integration,
  openAdDeliveryStore,
  openControlStore,
  openIngestLedger,
} from '@cvq/storage';
import { anEvent, conversion, DAY, NOON } from '../../../../test/builders/event-records.ts';
import { folderWithStores } from '../../../../test/builders/folder-with-stores.ts';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { createProject } from '../../src/accounts/projects.ts';
import type { Credentials, StoreRotated } from '../../src/ad-platforms/adapter.ts';
import { reportFailed } from '../../src/ad-platforms/spend/wait-for-report.ts';
import type { IntegrationDeps } from '../../src/integrations/integration-deps.ts';
import { createCredentialSealer } from '../../src/secrets/sealer.ts';

/** A platform that does as it is told. */
type ScriptedPlatform = {
  readonly tests: { readonly actions: readonly string[]; readonly credentials: Credentials }[];
  /** Called within a test of an integration. */
  onTest: (storeRotated: StoreRotated) => Promise<void>;
  isFine: boolean;
  isSpendFine: boolean;
};

export type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

/** The rules of integrations on stores of their own, with a project in Berlin and platforms that are scripted. */
export async function openWorkshop() {
  const folder = folderWithStores();
  const location = { folder, migrate: true };
  const clock = { now: NOON };
  const [control, ledger] = [openControlStore(location), openIngestLedger(location)];
  const deliveries = openAdDeliveryStore(location);
  const script: ScriptedPlatform = { tests: [], onTest: async () => {}, isFine: true, isSpendFine: true };
  const sealer = createCredentialSealer({ sealing: 'a secret of the tests', alsoOpening: null });
  const operator = asOperator(control, () => clock.now);
  const deps: IntegrationDeps = { ...operator, deliveries, sealer, adapters: scriptedAdapters(script) };
  const { project } = await createProject(operator, { domain: 'shop.example', timezone: 'Europe/Berlin' });
  untilFileEnds(async () => {
    await deliveries.close();
    await ledger.close();
    await control.close();
  });

  /** Stores conversions of so many days ago, and owes them to these integrations. */
  async function sell(daysAgo: readonly number[], to: readonly Integration[] = []): Promise<EventRecord[]> {
    const sales = daysAgo.map((days) => {
      const at = clock.now - days * DAY;
      return anEvent({ project: project.id, at, type: 'purchase', conversion: conversion(4990) });
    });
    const targets = to.map(({ id, platform }) => ({ integration: id, platform, holdMs: 0 }));
    await ledger.append(sales, { forwarding: new Map([[project.id, targets]]) });
    return sales;
  }

  async function statesOf(sales: readonly EventRecord[]): Promise<(string | undefined)[]> {
    const ids = sales.map(({ id }) => id);
    const found = await deliveries.deliveriesOf(project.id, ids);
    return ids.map((id) => found.get(id)?.at(-1)?.state);
  }

  return { clock, control, deliveries, deps, operator, project: project.id, script, sealer, sell, statesOf };
}

function scriptedAdapters(script: ScriptedPlatform): IntegrationDeps['adapters'] {
  const adapter = (platform: AdPlatform): IntegrationDeps['adapters'][AdPlatform] => {
    let opened: { credentials: Credentials; storeRotated: StoreRotated } | null = null;
    return {
      platform,
      problemOf: ({ broken }) => (broken === undefined ? null : 'private_key is no key'),
      connect({ account, loginAccount }, credentials, storeRotated) {
        opened = { credentials, storeRotated };
        return {
          account,
          loginAccount,
          accessToken: async () => 'token',
          credential: (name) => credentials[name],
        };
      },
      build: () => ({ body: {}, key: 'key', sharedKey: null, toldAt: 0, identifiers: [], hashedFields: [] }),
      send: () => Promise.reject(new Error('Nothing is sent in these tests')),
      async spendAccount(_connection, account) {
        if (!script.isSpendFine) throw reportFailed('200', 'The token may not read it');
        return { account, currency: 'INR', timeZone: 'Asia/Kolkata', platformTimeZone: 'Asia/Kolkata' };
      },
      async test(_connection, { actions }) {
        if (opened === null) throw new Error('Not connected');
        script.tests.push({ actions, credentials: opened.credentials });
        await script.onTest(opened.storeRotated);
        const problem = script.isFine ? null : 'Not there. Make it.';
        return { ok: script.isFine, checks: [{ what: 'The account is there', ok: script.isFine, problem }] };
      },
    };
  };
  return {
    google_ads: adapter('google_ads'),
    meta_ads: adapter('meta_ads'),
    microsoft_ads: { ...adapter('microsoft_ads'), lookForAction: async () => null },
  };
}
