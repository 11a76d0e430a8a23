/** The executable of the Chromium to test with. */
export function findBrowser(): Promise<string>;
