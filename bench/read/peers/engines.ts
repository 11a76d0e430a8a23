import { PeerPackages } from '../../peer-packages.ts';

/** The engines that reports are measured beside, by the names of their packages. */
export const ENGINES = { ClickHouse: 'chdb', DuckDB: '@duckdb/node-api' } as const;
export type EngineName = keyof typeof ENGINES;

export const enginePackages = new PeerPackages('read/peers/packages', 'engines');
