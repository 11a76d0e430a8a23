import { afterAll } from 'vitest';
import { endOfFile } from './builders/until-file-ends.ts';

afterAll(endOfFile);
