import type { ControlStore, Integration, SpendSourceState } from '@cvq/storage';
import { spendAccountOf } from '../../ad-platforms/spend/spend-account-of.ts';
import { type NotReadReason, whyNotRead } from '../../spend/sync/why-not-read.ts';
import { inOrder } from './in-order.ts';

/** A source of spend as answers tell of it: also an integration that was never read, with no account where none is given. */
export type ToldSource = SpendSourceState & {
  /** Why nothing is read of it; null where it is read, and of a file. */
  readonly notRead: NotReadReason | null;
};

/** Gives the sources of a project, by platform. */
export type SpendSources = (project: string) => Promise<readonly ToldSource[]>;

/** Sources are read anew after the control store has changed: every answer with spend asks for them. */
export function openSpendSources(
  control: Pick<ControlStore, 'listSpendSources' | 'listIntegrations' | 'readOnChange'>,
): SpendSources {
  const found = new Map<string, ReturnType<SpendSources>>();
  const forgetChanged = control.readOnChange(async () => found.clear());
  return async (project) => {
    await forgetChanged();
    const known = found.get(project);
    if (known !== undefined) return known;
    const asked = listSources(project, control);
    found.set(project, asked);
    // A failure is told to who asked, and is no answer for the next one.
    asked.catch(() => found.delete(project));
    return asked;
  };
}

async function listSources(
  project: string,
  control: Pick<ControlStore, 'listSpendSources' | 'listIntegrations'>,
): Promise<readonly ToldSource[]> {
  const [known, integrations] = await Promise.all([
    control.listSpendSources(project),
    control.listIntegrations({ project }),
  ]);
  const byId = new Map(integrations.map((integration) => [integration.id, integration]));
  const toldOf = new Set(known.filter(({ isCurrent }) => isCurrent).map(({ integration }) => integration));
  const told = known.map((source) => {
    const integration = byId.get(source.integration ?? '');
    return { ...source, notRead: integration === undefined ? null : whyNotRead(integration) };
  });
  const neverRead = integrations.filter(({ id }) => !toldOf.has(id)).map(toNeverRead);
  return [...told, ...neverRead].toSorted(
    (one, other) =>
      inOrder(one.platform, other.platform) ||
      Number(one.integration === null) - Number(other.integration === null) ||
      inOrder(one.account, other.account),
  );
}

function toNeverRead(integration: Integration): ToldSource {
  const { project, platform, id } = integration;
  return {
    project,
    platform,
    integration: id,
    account: spendAccountOf(integration) ?? '',
    timeZone: null,
    isCurrent: true,
    currencies: [],
    days: null,
    lastGoodDay: null,
    readAt: null,
    problem: null,
    notRead: whyNotRead(integration),
  };
}
