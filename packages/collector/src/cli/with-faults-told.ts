import { BadFile, describeFault } from '../spend/bad-file.ts';
import { CommandFailed } from './command-failed.ts';
import { printableBrief } from './printable.ts';
import { terminal } from './terminal.ts';

/**
 * What `run` gives. The faults of a file are told one a line.
 * @throws CommandFailed after them
 */
export async function withFaultsTold<Result>(file: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    for (const fault of error.faults)
      terminal().stderr.write(`cvq: ${printableBrief(describeFault(fault))}\n`);
    const name = file === '-' ? 'the file' : file;
    throw new CommandFailed(`Nothing was stored. Correct ${name} and import it again, whole.`);
  }
}
