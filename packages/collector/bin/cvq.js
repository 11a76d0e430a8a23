#!/usr/bin/env node
import { becomeSmallProcess } from '../dist/cli/become-small-process.js';

// Before anything else is loaded, since it is loaded again.
if (process.argv[2] === 'serve') becomeSmallProcess();
await import('../dist/cli/cvq.js');
