import type { ControlStore } from '@cvq/storage';

const SETTING = 'demo_project';

/** The project that the demo shop reports to; null when there is none, as when it has been deleted. */
export async function demoProjectId(control: ControlStore): Promise<string | null> {
  const id = await control.getSetting(SETTING);
  return id !== null && (await control.findProject(id)) !== null ? id : null;
}

/** Whether there was a demo project, which somebody has deleted. */
export async function isDemoDeleted(control: ControlStore): Promise<boolean> {
  return (await control.getSetting(SETTING)) !== null && (await demoProjectId(control)) === null;
}

/** Remembers which project the demo shop reports to. */
export function storeDemoProject(control: ControlStore, id: string): Promise<void> {
  return control.putSetting(SETTING, id);
}
