import { BrokenGeoFile, type GeoFile, openGeoFile } from './open-geo-file.ts';

/**
 * The file with regions and cities that an operator has set.
 * @throws BrokenGeoFile naming the setting
 */
export function openCityFile(path: string): GeoFile {
  try {
    return openGeoFile(path);
  } catch (error) {
    if (!(error instanceof BrokenGeoFile)) throw error;
    throw new BrokenGeoFile(
      `CVQ_GEO_CITY_MMDB: ${error.message}. Name such a file, or unset it: countries are known without.`,
    );
  }
}
