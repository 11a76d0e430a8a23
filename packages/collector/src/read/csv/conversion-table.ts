import { Conversion } from '@cvq/contract';
import type { CsvCell, CsvTable } from './csv.ts';

/** Fields that hold more than a cell. */
const NESTED = ['attribution', 'deliveries'];

const OWN = Object.keys(Conversion.shape).filter((name) => !NESTED.includes(name)) as (keyof Conversion)[];
const OF_ATTRIBUTION = Object.keys(Conversion.shape.attribution.shape) as (keyof Conversion['attribution'])[];

/** Conversions with their attribution beside them, and their deliveries as `platform:status`. */
export function conversionTable(conversions: readonly Conversion[]): CsvTable {
  return {
    columns: [...OWN, ...OF_ATTRIBUTION.map((name) => `attribution_${name}`), 'deliveries'],
    rows: conversions.map((conversion) => [
      ...OWN.map((name) => conversion[name] as CsvCell),
      ...OF_ATTRIBUTION.map((name) => conversion.attribution[name]),
      conversion.deliveries.map(({ platform, status }) => `${platform}:${status}`).join(' '),
    ]),
  };
}
