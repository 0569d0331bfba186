/**
 * A backup is a gzipped tar:
 *   backup.json                         what it is and where it came from
 *   uploads/2026/01/photo.jpg           every uploaded file
 *   database.sqlite                     the database, as it was after those files were copied
 *   uploads/…                           files that were uploaded meanwhile
 *   end.json                            the digest of every entry; a backup without it was cut off
 */
export interface BackupHead {
  readonly format: 'platen-backup';
  readonly version: 1;
  readonly program: string;
  readonly madeAt: string;
  /** The table prefix of the site. */
  readonly prefix: string;
}

/** An entry of the backup, by its name, with its SHA-256 in hexadecimal. */
export interface BackupEntry {
  readonly name: string;
  readonly size: number;
  readonly digest: string;
}

export interface BackupEnd {
  readonly entries: readonly BackupEntry[];
}

export const backupHeadName = 'backup.json';
export const backupEndName = 'end.json';
export const databaseName = 'database.sqlite';
export const uploadEntry = /^uploads\/(.+)$/s;

/** A file that is not a backup, or a damaged or incomplete one. */
export class BackupError extends Error {}
