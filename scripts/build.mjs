import { main } from './run.mjs';
import { setUp } from './set-up.mjs';

await main(setUp);
