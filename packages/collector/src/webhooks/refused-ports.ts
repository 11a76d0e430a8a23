/**
 * Ports above 1023 behind which no webhook receiver is: those that browsers refuse (https://fetch.spec.whatwg.org,
 * "bad port"), and those of databases and their kind, which a request might harm.
 */
export const REFUSED_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432,
  5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9200, 9300, 10080, 10250, 11211,
  27017,
]);
