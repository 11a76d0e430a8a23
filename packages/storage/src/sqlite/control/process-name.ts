/** This process among all that share a store: its id, and when it began, since ids are given anew. */
export const PROCESS_NAME = `${process.pid}:${Math.floor(performance.timeOrigin)}`;

/** Whether the process of that name runs no more, as far as this machine can tell. */
export function hasEnded(name: string, own: string): boolean {
  if (name === own) return false;
  const [id] = name.split(':');
  // In a container the next process has the id of the one before.
  if (id === own.split(':')[0]) return true;
  try {
    process.kill(Number(id), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
