import type { ControlStore } from '@cvq/storage';

const SETTING = 'demo_project';

/** How far the demo has come, where it is not whole: left by a run that was ended, or that met a full disk. */
const STAGE = 'demo_stage';
type Stage = 'begun' | 'discarded' | 'whole';

/** The project that the demo shop reports to; null when there is none, as when it has been deleted. */
export async function demoProjectId(control: ControlStore): Promise<string | null> {
  const id = await control.getSetting(SETTING);
  return id !== null && (await control.findProject(id)) !== null ? id : null;
}

/** Whether somebody has deleted the demo project. A run that discarded half a demo, to make it anew, has not. */
export async function isDemoDeleted(control: ControlStore): Promise<boolean> {
  if ((await control.getSetting(SETTING)) === null || (await stageOf(control)) === 'discarded') return false;
  return (await demoProjectId(control)) === null;
}

/** Of a demo of an earlier version nobody knows it. */
export async function stageOf(control: ControlStore): Promise<Stage> {
  return ((await control.getSetting(STAGE)) as Stage | null) ?? 'whole';
}

/** Remembers how far the demo is made. */
export function storeStage(control: ControlStore, stage: Stage): Promise<void> {
  return control.putSetting(STAGE, stage);
}

/** Remembers which project the demo shop reports to. */
export function storeDemoProject(control: ControlStore, id: string): Promise<void> {
  return control.putSetting(SETTING, id);
}
