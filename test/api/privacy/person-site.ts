import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { expect } from 'vitest';
import type { Answer, TestPlaten } from '../../support/platen.ts';

export const path = '/platen/v1/personal-data';

/** The request once its job has ended. */
export async function ended(site: TestPlaten, id: number): Promise<Answer['body']> {
  const request = async () => (await site.as('administrator').get(`${path}/${id}`)).body;
  await expect.poll(async () => (await request()).state).toMatch(/^(?:done|failed|cancelled)$/);
  return request();
}

/** Words of the search index on a server, without the texts that they stand in; words that no text has any more are among them. */
const dictionaries = ['platen_search_words', 'platen_search_pieces'];

/**
 * Every column of the tables of the database that holds one of these texts, in any letter case: `table.column: value`. The
 * dictionaries of the search index are left out.
 */
export async function rowsWith(site: TestPlaten, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { table, row } of everyRow(site.platen.config.databaseUrl)) {
    for (const [column, value] of Object.entries(row)) {
      const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value ?? '');
      if (holds(text, texts)) found.push(`${table}.${column}: ${text.slice(0, 200)}`);
    }
  }
  return found;
}

type Row = Readonly<Record<string, unknown>>;

async function* everyRow(url: string): AsyncGenerator<{ readonly table: string; readonly row: Row }> {
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true });
    const tables = database.prepare("select name from sqlite_master where type = 'table' and sql not like '%virtual%'");
    for (const { name } of tables.all()) {
      const rows = database.prepare(`select * from "${String(name)}"`);
      // Ids of feeds are longer than numbers here are exact.
      rows.setReadBigInts(true);
      for (const row of rows.all()) yield { table: String(name), row };
    }
    database.close();
    return;
  }
  const connection = await createConnection(url);
  try {
    const [tables] = await connection.query<RowDataPacket[]>('show full tables where Table_type = "BASE TABLE"');
    for (const name of tables.map((row) => String(Object.values(row)[0]))) {
      if (dictionaries.some((dictionary) => name.endsWith(dictionary))) continue;
      const [rows] = await connection.query<RowDataPacket[]>(`select * from \`${name}\``);
      for (const row of rows) yield { table: name, row };
    }
  } finally {
    await connection.end();
  }
}

const holds = (text: string, texts: readonly string[]): boolean =>
  texts.some((one) => text.toLowerCase().includes(one.toLowerCase()));

/** The files of the data folder that hold one of these texts. */
export async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /\.db(?:-wal|-shm)?$/.test(entry.name)) continue;
    if (holds(entry.name, texts) || holds((await readFile(file)).toString('latin1'), texts)) found.push(file);
  }
  return found;
}

/** What is in an archive of a person: texts by name. */
export async function unpacked(archive: Uint8Array | string): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-person-'));
  try {
    const file = join(folder, 'archive.tar.gz');
    await writeFile(file, archive);
    const out = join(folder, 'out');
    await mkdir(out);
    await promisify(execFile)('tar', ['-xzf', file, '-C', out]);
    const names = (await readdir(out, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const texts = names.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(out.length + 1), (await readFile(path)).toString('utf8')] as const;
    });
    return new Map(await Promise.all(texts));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
