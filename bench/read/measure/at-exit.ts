const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const cleanings = new Set<() => void>();

/** Has something done when this process ends, also by a signal, unless what is returned is called before. */
export function atExit(clean: () => void): () => void {
  if (cleanings.size === 0) listen('on');
  cleanings.add(clean);
  return () => {
    if (cleanings.delete(clean) && cleanings.size === 0) listen('off');
  };
}

function listen(how: 'on' | 'off'): void {
  process[how]('exit', cleanAll);
  for (const signal of SIGNALS) process[how](signal, end);
}

/** What came last may use what came before. */
function cleanAll(): void {
  for (const clean of [...cleanings].reverse()) clean();
}

const end = () => process.exit(1);
