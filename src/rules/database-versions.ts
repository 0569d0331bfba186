/** The `db_version` of the releases of WordPress from which a database is written in another way. */
export const databaseVersions = { '5.0': 43764, '6.8': 60421 } as const;

/** Whether the stored `db_version` is that of a release, or of a later one; a missing or odd one is of none. */
export function isDatabaseFrom(release: keyof typeof databaseVersions, dbVersion: string | null | undefined): boolean {
  const text = dbVersion?.trim() ?? '';
  return /^\d+$/.test(text) && Number(text) >= databaseVersions[release];
}

/**
 * The form of new hashes: that which the program with this `db_version` writes, so that it can verify them. A database
 * without a version is read by this program alone.
 */
export type HashForm = 'own' | 'before 6.8' | 'from 6.8';

export function hashFormOf(dbVersion: string | null): HashForm {
  if (dbVersion === null) return 'own';
  return isDatabaseFrom('6.8', dbVersion) ? 'from 6.8' : 'before 6.8';
}

/** The variants that are chosen by the database of an existing site. */
export type AdoptedVariant = 'a' | 'c';

/** The variant that speaks to the clients of a site with this `db_version`: those of the block editor came with 5.0. */
export const variantOfDatabase = (dbVersion: string | null | undefined): AdoptedVariant =>
  isDatabaseFrom('5.0', dbVersion) ? 'c' : 'a';
