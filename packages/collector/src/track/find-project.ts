import type { ControlStore, ProjectRecord } from '@cvq/storage';

/** Projects by id, remembered for as long as nobody changes the control store. */
export type Projects = {
  /** To be awaited before a group: reads all projects anew when the control store has changed. */
  refresh(): Promise<void>;
  find(id: string): ProjectRecord | null;
};

/** Strangers choose the ids that are asked for, and nothing that they choose is remembered: all projects are known. */
export function rememberProjects(control: ControlStore): Projects {
  let projects: ReadonlyMap<string, ProjectRecord> = new Map();
  let version = -1;
  return {
    async refresh() {
      const current = await control.version();
      if (current === version) return;
      projects = new Map((await control.listProjects()).map((project) => [project.id, project]));
      version = current;
    },
    find: (id) => projects.get(id) ?? null,
  };
}
