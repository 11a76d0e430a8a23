import { ATTACKS } from './attacks.ts';

/** One attacker, a process of its own that `halfACore` holds to its share. Ends with its parent. */
const [name = '', port, from = '', key = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
ATTACKS[name]?.({ port: Number(port), from, key });
