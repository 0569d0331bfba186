import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommitGroup } from './commit-group.ts';
import { SqliteFile } from './sqlite-file.ts';

describe('transactions that end together', () => {
  let folder: string;
  let [writer, reader]: SqliteFile[] = [];
  let commits: number;
  let storing: Promise<void> | null;
  const file = (one: SqliteFile | undefined): SqliteFile => {
    if (!one) throw new Error('There is no file.');
    return one;
  };
  const group = (): CommitGroup =>
    new CommitGroup(file(writer), {
      committed: () => {
        commits += 1;
      },
      storing: () => storing,
    });
  const add = (value: number) => file(writer).run('insert into numbers (value) values (?)', [value]);
  const seen = (): number[] =>
    file(reader)
      .run<{ value: number }>('select value from numbers order by value', [])
      .rows.map(({ value }) => value);
  const added = (to: CommitGroup, value: number): Promise<void> => {
    to.begin();
    add(value);
    return to.end();
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-group-'));
    const open = () => new SqliteFile(join(folder, 'a.db'), { readOnly: false, waitMs: 100 });
    writer = open();
    writer.database.exec('pragma journal_mode = wal; create table numbers (value integer unique)');
    reader = open();
    [commits, storing] = [0, null];
  });

  afterEach(() => {
    vi.useRealTimers();
    writer?.close();
    reader?.close();
    rmSync(folder, { recursive: true });
  });

  it('share one commit, and none has ended before it', async () => {
    const to = group();
    const ended = [added(to, 1), added(to, 2), added(to, 3)];
    expect(seen()).toEqual([]);
    await Promise.all(ended);
    expect(commits).toBe(1);
    expect(seen()).toEqual([1, 2, 3]);
  });

  it('are undone alone', async () => {
    const to = group();
    const first = added(to, 1);
    to.begin();
    add(2);
    expect(() => add(1)).toThrow('UNIQUE');
    to.undo();
    await Promise.all([first, added(to, 3)]);
    expect(seen()).toEqual([1, 3]);
  });

  it('wait while the disk is busy with the commit before', async () => {
    // The time after which nobody waits any longer does not pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const disk = Promise.withResolvers<void>();
    storing = disk.promise;
    const to = group();
    const first = added(to, 1);
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    const second = added(to, 2);
    expect(seen()).toEqual([]);
    disk.resolve();
    await Promise.all([first, second]);
    expect(commits).toBe(1);
    expect(seen()).toEqual([1, 2]);
  });

  it('do not wait for a disk that does not answer', async () => {
    storing = new Promise(() => {});
    await added(group(), 1);
    expect(seen()).toEqual([1]);
  });

  it('are committed after the one that asked for it', async () => {
    const to = group();
    const first = added(to, 1);
    to.begin();
    add(2);
    to.closeNext();
    const second = to.end();
    expect(seen()).toEqual([1, 2]);
    to.begin();
    add(3);
    const third = to.end();
    expect(seen()).toEqual([1, 2]);
    await Promise.all([first, second, third]);
    expect(commits).toBe(2);
  });

  it('may all run again if an error has undone the whole group', async () => {
    const to = group();
    const first = added(to, 1);
    to.begin();
    add(2);
    // As SQLite does by itself when the disk is full.
    file(writer).database.exec('rollback');
    to.undo();
    await expect(first).rejects.toMatchObject({ failure: 'busy', undone: true });
    await added(to, 4);
    expect(seen()).toEqual([4]);
  });
});
