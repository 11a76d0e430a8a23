import type { ControlStore, Forwarding, ForwardingTarget, Integration, ProjectRecord } from '@cvq/storage';

/** An integration, with what of its project decides about its conversions. */
export type ProjectIntegration = Integration & {
  readonly ofProject: Pick<ProjectRecord, 'adConsent' | 'redactedNames'>;
};

/** IntegrationCache as the control store has them, read again when it has changed. */
export type IntegrationCache = {
  /** To be awaited before the others are asked. */
  refresh(): Promise<void>;
  find(id: string): ProjectIntegration | undefined;
};

/** Keeps all integrations in memory, and reads them again when the control store has changed. */
export function cacheIntegrations(control: ControlStore): IntegrationCache {
  let byId: ReadonlyMap<string, ProjectIntegration> = new Map();
  return {
    refresh: control.readOnChange(async () => {
      const projects = new Map((await control.listProjects()).map((project) => [project.id, project]));
      const integrations = (await control.listIntegrations()).flatMap((integration) => {
        const ofProject = projects.get(integration.project);
        return ofProject === undefined ? [] : { ...integration, ofProject };
      });
      byId = new Map(integrations.map((integration) => [integration.id, integration]));
    }),
    find: (id) => byId.get(id),
  };
}

/** What conversions are owed to, by project: also to an integration that sends nothing at the moment. */
export function forwardingOf(integrations: readonly Integration[], holdMs: number): Forwarding {
  const byProject = new Map<string, ForwardingTarget[]>();
  for (const { id, project, platform, state } of integrations) {
    const ofProject = byProject.get(project) ?? [];
    ofProject.push({ integration: id, platform, holdMs: state === 'dry_run' ? 0 : holdMs });
    byProject.set(project, ofProject);
  }
  return byProject;
}
