import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files with long tests, which a fresh clone, that orders files by their size, would begin last. */
const LONG = [
  'packages/storage/test/sqlite-{event-stores,compacting}.test.ts',
  'packages/collector/test/durability/{back-pressure,failing-store,failures,kill,lost-files,lost-stores,moved-stores,power-loss}.test.ts',
  'packages/collector/test/ingest/{oracle,user-data}.test.ts',
  'packages/collector/test/webhooks/kill.test.ts',
];

const ROOT = path.resolve(import.meta.dirname, '..');

/** Long files begin first, so that at the end no processor waits for one of them. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const { long = [], short = [] } = Object.groupBy(sorted, ({ moduleId }) => {
      const file = path.relative(ROOT, moduleId);
      return LONG.some((pattern) => path.matchesGlob(file, pattern)) ? 'long' : 'short';
    });
    return [...long, ...short];
  }
}
