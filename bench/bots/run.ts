import { accuracy } from './accuracy.ts';
import { pace } from './pace.ts';
import { parsing } from './parsing.ts';
import { speed } from './speed.ts';

const figures = [...accuracy(), ...parsing(), ...pace(), ...(await speed())];
const width = Math.max(...figures.map(({ what }) => what.length));
for (const { what, found, goal, isMet } of figures) {
  console.log(
    `${what.padEnd(width)}  ${found.padStart(16)}  ${goal.padStart(14)}  ${isMet ? 'met' : 'MISSED'}`,
  );
}
if (figures.some(({ isMet }) => !isMet)) process.exitCode = 1;
