import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

/** A program that a failed test leaves behind is ended with the tests of the file. */
export function runUntilFileEnds(child: ChildProcess): void {
  running.add(child);
  child.once('close', () => running.delete(child));
}

/** Ends what still runs. Called after every file, since files share their modules. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGKILL');
}

// A run that is broken off ends no file.
process.once('exit', endPrograms);
process.once('disconnect', endPrograms);
