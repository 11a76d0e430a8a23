import type { ControlStore } from '@cvq/storage';

const SETTING = 'demo_account';

/**
 * The account that owns nothing but the demo, so that its keys and its audit log are in nobody else's; null where there is none,
 * as where an earlier version has made the demo.
 */
export function demoAccountId(control: Pick<ControlStore, 'getSetting'>): Promise<string | null> {
  return control.getSetting(SETTING);
}

/** Remembers which account is the demo's. */
export function storeDemoAccount(control: Pick<ControlStore, 'putSetting'>, id: string): Promise<void> {
  return control.putSetting(SETTING, id);
}
