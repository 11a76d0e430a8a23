// Loaded in every thread before its own code: the collector is given its clock, and its threads have the machine's.
import { isMainThread } from 'node:worker_threads';
import { PINNED_MOMENT } from './pinned-moment.ts';

if (!isMainThread) Date.now = () => PINNED_MOMENT;
