// Writes docs/decisions/README.md, the index by topic, from the front matter of each decision.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { decisionIndex, readDecisions } from './decision-index.ts';

const file = path.resolve(import.meta.dirname, '../docs/decisions/README.md');
writeFileSync(file, decisionIndex(readDecisions()));
