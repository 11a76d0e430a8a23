const PLACE = 'cvq.shortcuts';

/** Whether keys do anything in this browser. WCAG 2.1.4 asks for a way to switch them off. */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(PLACE) !== 'off';
}

/** Switches the keys on or off in this browser. */
export function setShortcutsOn(isOn: boolean): void {
  localStorage.setItem(PLACE, isOn ? 'on' : 'off');
}
