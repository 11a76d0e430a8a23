import { afterAll } from 'vitest';
import { endPrograms } from './run-until-file-ends.ts';

afterAll(endPrograms);
