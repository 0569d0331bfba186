import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalFileStore } from '../../media/files/local-file-store.ts';
import { SqliteFile } from '../../storage/sqlite/sqlite-file.ts';
import { listGenerations } from './backup-folder.ts';
import { openContinuousBackup } from './continuous-backup.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'platen-backup-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('has the last point as its newest, whatever the clock was set to before the program was started again', async () => {
  const database = join(root, 'content.db');
  const file = new SqliteFile(database, { readOnly: false, waitMs: 1_000 });
  file.run('create table t (n integer)', []);
  const start = Date.parse('2026-05-05T12:00:00Z');
  const written: number[] = [];
  for (const clock of [() => start, () => start - 86_400_000, () => start + 1_000]) {
    file.run('insert into t values (1)', []);
    const folder = join(root, 'points');
    const backup = openContinuousBackup({
      database,
      files: createLocalFileStore(join(root, 'files')),
      folder,
      prefix: '',
      program: 'test',
      clock,
      keepMs: 7 * 86_400_000,
    });
    written.push((await backup.round())?.at ?? 0);
    backup.close();
    const points = (await listGenerations(folder)).flatMap((generation) => generation.points);
    expect(points).toEqual(written);
  }
  file.close();
  expect(written).toEqual(written.toSorted((a, b) => a - b));
});
