import { rmSync } from 'node:fs';

/** 128 and the number of the signal, as shells have it. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Removes a folder if somebody ends the process, as with Ctrl+C, until what is returned is called. */
export function removedWhenKilled(folder: string): () => void {
  const endings = Object.entries(EXIT_CODES).map(([signal, code]) => {
    const end = () => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(code);
    };
    process.on(signal, end);
    return () => process.off(signal, end);
  });
  return () => {
    for (const stop of endings) stop();
  };
}
