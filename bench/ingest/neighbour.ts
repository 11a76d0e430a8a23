import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Walks 32 MB in steps that no cache foresees, and does nothing else. */
const WALK =
  'const memory = new Float64Array(4e6); for (let at = 0; ; at = (at + 4099) % 4e6) memory[at] += 1;';

/**
 * Another program on the same machine, with the lowest priority: what it costs the collector is what the machine takes for
 * a second processor that is busy with memory. It rests until it is let go.
 */
export class Neighbour {
  readonly #program: ChildProcess;

  constructor() {
    this.#program = spawn(process.execPath, ['-e', WALK], { stdio: 'ignore' });
    setPriority(this.#program.pid as number, constants.priority.PRIORITY_LOW);
    this.rest();
  }

  work(): void {
    this.#program.kill('SIGCONT');
  }

  rest(): void {
    this.#program.kill('SIGSTOP');
  }

  end(): void {
    this.#program.kill('SIGKILL');
  }
}
