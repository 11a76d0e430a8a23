import type { ControlStore } from '@cvq/storage';

const SETTING = 'demo_project';

/** The project that the demo shop reports to; null when there is none. */
export function demoProjectId(control: ControlStore): Promise<string | null> {
  return control.getSetting(SETTING);
}

export function storeDemoProject(control: ControlStore, id: string): Promise<void> {
  return control.putSetting(SETTING, id);
}
