// Writes docs/openapi.json from the built table of operations. A test says when that is due.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiDocument } from '../packages/collector/dist/read/openapi/api-document.js';
import { operations } from '../packages/collector/dist/read/operations.js';
import { root } from './root.mjs';

const file = path.join(root, 'docs/openapi.json');
writeFileSync(file, `${JSON.stringify(apiDocument(operations), null, 2)}\n`);
process.stdout.write(`Wrote ${path.relative(root, file)}\n`);
