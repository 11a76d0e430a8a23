import { terminal } from './terminal.ts';

/** How far a long command is, in one line of a terminal that is written over. Elsewhere nothing is shown. */
export function showProgress() {
  const { stderr } = terminal();
  const isShown = 'isTTY' in stderr && stderr.isTTY === true;
  return {
    show: (text: string) => void (isShown && stderr.write(`\r\u001b[K${text} …`)),
    clear: () => void (isShown && stderr.write('\r\u001b[K')),
  };
}
