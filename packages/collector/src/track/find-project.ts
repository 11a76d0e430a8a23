import type { ControlStore, ProjectRecord } from '@cvq/storage';
import { LRUCache } from 'lru-cache';
import { type CustomRules, compileRules } from '../bots/custom-rules.ts';

/** Projects by id, remembered for as long as nobody changes the control store. */
export type Projects = {
  /** To be awaited before a group: forgets everything when the control store has changed. */
  refresh(): Promise<void>;
  find(id: string): Promise<ProjectRecord | null> | ProjectRecord | null;
  /** What a project that was found calls bots; undefined where it has no rules of its own. */
  botRules(id: string): CustomRules | undefined;
};

/** Strangers choose the ids, so what is remembered is bounded; that an id is unknown is remembered as well. */
const REMEMBERED_PROJECTS = 10_000;

type Known = { readonly project: ProjectRecord | null; readonly rules: CustomRules | undefined };

export function rememberProjects(control: ControlStore): Projects {
  const remembered = new LRUCache<string, Known>({ max: REMEMBERED_PROJECTS });
  let version = -1;

  async function load(id: string): Promise<ProjectRecord | null> {
    const project = await control.findProject(id);
    const rules = project === null ? [] : await control.listBotRules(id);
    remembered.set(id, { project, rules: rules.length === 0 ? undefined : compileRules(rules) });
    return project;
  }

  return {
    async refresh() {
      const current = await control.version();
      if (current !== version) remembered.clear();
      version = current;
    },
    find: (id) => {
      const known = remembered.get(id);
      return known ? known.project : load(id);
    },
    botRules: (id) => remembered.get(id)?.rules,
  };
}
