import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow } from './source-files.ts';

const most = 25;

describe('folders', () => {
  it.each(['src', 'test'])(`hold at most ${most} files side by side below %s`, (folder) => {
    const counts = new Map<string, number>();
    for (const path of filesBelow(folder)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(10);
    expect([...counts].filter(([, count]) => count > most)).toEqual([]);
  });
});
