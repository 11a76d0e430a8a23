import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

/** `left` are tests that only `npm run test:whole` runs. */
const nothing = () => ({ passed: 0, failed: 0, skipped: 0, left: 0, skippedTitles: [] });

/** Counts of a vitest JSON report. A file that could not even be loaded counts as one failure. */
export function readVitestReport(file) {
  const counts = nothing();
  for (const { name, status, assertionResults } of read(file)?.testResults ?? []) {
    for (const test of assertionResults)
      count(counts, vitestOutcome(test), `${path.relative(root, name)} ${test.fullName}`);
    const failedInside = assertionResults.some((test) => test.status === 'failed');
    if (status === 'failed' && !failedInside) counts.failed += 1;
  }
  return counts;
}

/** Counts of a Playwright JSON report. A test that passed only when repeated has failed once: it counts as failed. */
export function readPlaywrightReport(file) {
  const counts = nothing();
  const { suites = [], errors = [] } = read(file) ?? {};
  for (const spec of suites.flatMap(specsOf)) {
    for (const test of spec.tests) count(counts, playwrightOutcome(test.status), spec.title);
  }
  counts.failed += errors.length;
  return counts;
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

function vitestOutcome({ status, tags = [] }) {
  if (status === 'passed' || status === 'failed') return status;
  return tags.includes('long') && process.env.TEST_WHOLE !== '1' ? 'left' : 'skipped';
}

function playwrightOutcome(status) {
  if (status === 'expected') return 'passed';
  return status === 'skipped' ? 'skipped' : 'failed';
}

function count(counts, outcome, title) {
  counts[outcome] += 1;
  if (outcome === 'skipped') counts.skippedTitles.push(title);
}

/** A runner that fell over leaves no report. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
