/**
 * The accounts of whose projects a key may be, as SQL of ids: its own and, of an agency, those of its clients at the
 * moment. A named project may be a client's; all projects are only the owner's, unless the key is agency-wide. `key`:
 * what the key's row is called.
 */
export const accountsOfKey = (key: string) => `
  SELECT ${key}.account_id
  UNION ALL
  SELECT client_id FROM agency_clients
  WHERE agency_id = ${key}.account_id AND status = 'active'
    AND (${key}.agency_wide = 1 OR ${key}.all_projects = 0)`;
