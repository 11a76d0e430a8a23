import { boot } from './boot.ts';
import { Service } from './service.ts';

/** The script `sdk.js`. */
boot(Service);
