import { appendFile, lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessAbsent } from '../../lib/error-code.ts';
import type { LogPlace } from '../../storage/store.ts';
import { isRecord } from '../../text/json.ts';
import type { DynamicPart } from './rewrite-page.ts';

/** What is known of one address of an exported site. */
export interface ExportedAddress {
  readonly path: string;
  /** The file, relative to the folder; null where the address has none, such as one that is not found. */
  readonly file: string | null;
  /** Where it redirects to; else null. */
  readonly to: string | null;
  /** The version of a file that was copied; else null. */
  readonly version: string | null;
  /** What it was made of; null where it has to be made again each time. */
  readonly tags: readonly string[] | null;
  /** The paths within the site that it names. */
  readonly links: readonly string[];
  readonly dynamic: readonly DynamicPart[];
}

/** The last export into a folder. */
export interface ExportRecord {
  /** The program, theme and settings that made it. */
  readonly madeWith: string;
  /** Everything up to this place of the change log is in it. */
  readonly log: LogPlace;
  readonly addresses: ReadonlyMap<string, ExportedAddress>;
  /** Every file that was written, also by an export that did not end. */
  readonly files: ReadonlySet<string>;
}

const recordName = '.platen-export';

/**
 * The record of a folder; null where there is none, or one of another format. Files that an export has written since which
 * did not end are not those of the addresses any more: what is known of these is left out.
 */
export async function readExportRecord(folder: string): Promise<ExportRecord | null> {
  const path = join(folder, recordName);
  // What somebody has linked here is not the record of an export, and nothing is appended to it.
  const isThere = (await unlessAbsent(lstat(path)))?.isFile();
  const text = isThere ? await readFile(path, 'utf8') : null;
  const [head, ...rows] = (text ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map(parsedLine);
  const log = head?.['log'];
  if (head?.['format'] !== 1 || !isRecord(log)) return null;
  // The next note must not be joined to a line that was cut off.
  if (!text?.endsWith('\n')) await appendFile(path, '\n');
  const addresses = new Map<string, ExportedAddress>();
  const files = new Set<string>();
  for (const row of rows) {
    const file = row?.['file'];
    if (typeof file === 'string' && isFileOfFolder(file)) files.add(file);
    const address = row && addressIn(row);
    if (address && (address.file === null || isFileOfFolder(address.file))) addresses.set(address.path, address);
  }
  for (const [path, { file }] of addresses) if (file !== null && files.has(partOf(file))) addresses.delete(path);
  return {
    madeWith: String(head['madeWith']),
    log: { seq: Number(log['seq']), at: Number(log['at']) },
    addresses,
    files,
  };
}

/** Whether a name stays within the folder: a record can be changed by anybody who writes there. */
const isFileOfFolder = (file: string): boolean =>
  file !== '' && file.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part));

/** A line that was cut off by a crash says nothing. */
function parsedLine(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function addressIn({
  path,
  file,
  to,
  version,
  tags,
  links,
  dynamic,
}: Readonly<Record<string, unknown>>): ExportedAddress | null {
  if (typeof path !== 'string' || !Array.isArray(links) || !Array.isArray(dynamic)) return null;
  return {
    path,
    file: typeof file === 'string' ? file : null,
    to: typeof to === 'string' ? to : null,
    version: typeof version === 'string' ? version : null,
    tags: Array.isArray(tags) ? tags.map(String) : null,
    links: links.map(String),
    dynamic: dynamic.filter(isDynamicPart),
  };
}

const dynamicParts: readonly string[] = ['search', 'comment form', 'password form', 'form', 'link'];
const isDynamicPart = (value: unknown): value is DynamicPart => dynamicParts.includes(String(value));

/** Replaces the record, when the export is complete. */
export async function writeExportRecord(folder: string, record: ExportRecord): Promise<void> {
  const { madeWith, log, addresses, files } = record;
  const others = new Set(files);
  for (const { file } of addresses.values()) if (file !== null) others.delete(file);
  const named = [...others].map((file) => ({ file }));
  const rows = [{ format: 1, madeWith, log }, ...addresses.values(), ...named].map((row) => `${JSON.stringify(row)}\n`);
  const part = join(folder, `${recordName}.part`);
  await rm(part, { force: true });
  await writeFile(part, rows.join(''), { flag: 'wx' });
  await rename(part, join(folder, recordName));
}

/** Begins the record of a folder that has none: nothing is known yet. */
export const beginExportRecord = (folder: string): Promise<void> =>
  writeExportRecord(folder, { madeWith: '', log: { seq: 0, at: 0 }, addresses: new Map(), files: new Set() });

/** The name of a file while it is written. */
export const partOf = (file: string): string => `${file}.part`;

/** Notes a file before it is written, so that an export that does not end leaves nothing behind for ever. */
export const noteFile = (folder: string, file: string): Promise<void> =>
  appendFile(join(folder, recordName), `${JSON.stringify({ file })}\n`);
