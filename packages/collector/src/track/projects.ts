import type { ControlStore, Owed, ProjectRecord } from '@cvq/storage';
import { forwardingOf } from '../ad-platforms/forwarding/cache-integrations.ts';
import { type CustomRules, compileRules } from '../bots/custom-rules.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { subscriptionsOf } from '../webhooks/endpoints.ts';

/** Projects by id, with what is set for each, cached until the control store changes. */
export type ProjectCache = {
  /** To be awaited before a group: reads all of it anew when the control store has changed. */
  refresh(): Promise<void>;
  find(id: string): ProjectRecord | null;
  /** What a project calls bots; undefined where it has no rules of its own. */
  botRules(id: string): CustomRules | undefined;
  /** What new events are owed to: enabled webhook endpoints, and integrations with ad platforms. */
  owed(): Required<Owed>;
};

/** Strangers choose the ids that are asked for, and nothing that they choose is cached: all projects are known. */
export function cacheProjects(control: ControlStore, { holdMs }: { readonly holdMs: number }): ProjectCache {
  let projects: ReadonlyMap<string, ProjectRecord> = new Map();
  let rules: ReadonlyMap<string, CustomRules> = new Map();
  let owed: Required<Owed> = { subscriptions: new Map(), forwarding: new Map() };
  return {
    refresh: control.readOnChange(async () => {
      projects = new Map((await control.listProjects()).map((project) => [project.id, project]));
      const listed = Map.groupBy(await control.listAllBotRules(), ({ project }) => project);
      rules = new Map([...listed].map(([project, own]) => [project, compileRules(own)]));
      owed = {
        subscriptions: subscriptionsOf(await control.listWebhooks()),
        forwarding: forwardingOf(await control.listIntegrations(), holdMs),
      };
    }),
    find: (id) => projects.get(id) ?? null,
    botRules: (id) => rules.get(id),
    owed: () => owed,
  };
}

/** The project that a server key named, unless it is gone since. */
export function knownProject(id: string, projects: ProjectCache): ProjectRecord {
  const project = projects.find(id);
  if (project === null) throw new TrackRefused('unauthenticated', 'The project of this key was deleted.');
  return project;
}

/** The refusal of a tracking key that names no project. A key that must stay secret is told apart: it was published. */
export function unknownTrackingKey(key: string): TrackRefused {
  const message = /^(sk|srv)_/.test(key)
    ? 'key is a secret, and it was sent from where anyone can read it: revoke it. A page needs the tracking key (proj_).'
    : 'key is not a known tracking key: it must be the proj_ id of a project, as cvq project list shows it.';
  return new TrackRefused('unauthenticated', message);
}
