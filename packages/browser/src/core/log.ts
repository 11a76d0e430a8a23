/** Says something to a developer who asked for it. Silent for everyone else, and weightless in an application. */
export let log = (..._message: unknown[]): void => {};

/** True while a developer wants to be told. */
export let isDebugging = false;

/** Turns messages on the console on or off. */
export function setDebug(isWanted: boolean): void {
  isDebugging = isWanted;
  log = (...message) => {
    // A page may have replaced the console with one that throws.
    try {
      // biome-ignore lint/suspicious/noConsole: the one place that speaks, and only in debug mode
      if (isDebugging) console.log('[cvq]', ...message);
    } catch {}
  };
}
