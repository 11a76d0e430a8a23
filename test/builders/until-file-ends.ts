type End = () => unknown;

const ends: End[] = [];

/**
 * What is begun here ends after the tests of the file, the last first. Unlike `afterAll`, which is never called where a test
 * or a hook asks for it, it may be asked for anywhere.
 */
export function untilFileEnds(end: End): void {
  ends.push(end);
}

/**
 * Ends what was begun. Called after every file, since files share their modules.
 * @throws AggregateError of what could not end, once all has been tried
 */
export async function endOfFile(): Promise<void> {
  const failures: unknown[] = [];
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything of this file could end');
}
