import type { ControlStore, ProjectRecord } from '@cvq/storage';
import { type CustomRules, compileRules } from '../bots/custom-rules.ts';

/** Projects by id, remembered for as long as nobody changes the control store. */
export type Projects = {
  /** To be awaited before a group: reads all projects anew when the control store has changed. */
  refresh(): Promise<void>;
  find(id: string): ProjectRecord | null;
  /** What a project calls bots; undefined where it has no rules of its own. */
  botRules(id: string): CustomRules | undefined;
};

/** Strangers choose the ids that are asked for, and nothing that they choose is remembered: all projects are known. */
export function rememberProjects(control: ControlStore): Projects {
  let projects: ReadonlyMap<string, ProjectRecord> = new Map();
  let rules: ReadonlyMap<string, CustomRules> = new Map();
  let version = -1;
  return {
    async refresh() {
      const current = await control.version();
      if (current === version) return;
      projects = new Map((await control.listProjects()).map((project) => [project.id, project]));
      const listed = Map.groupBy(await control.listAllBotRules(), ({ project }) => project);
      rules = new Map([...listed].map(([project, own]) => [project, compileRules(own)]));
      version = current;
    },
    find: (id) => projects.get(id) ?? null,
    botRules: (id) => rules.get(id),
  };
}
