import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventLine, openEventLog, parseEventLine } from './event-log.ts';
import { readLog } from './popup-counter.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-popups-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const atMs = Date.UTC(2024, 4, 6, 23, 59, 59);

describe('the log', () => {
  it('a line is an event and back again', () => {
    const event = { popup: 7, event: 'open', atMs } as const;
    expect(parseEventLine(eventLine(event).trimEnd())).toEqual(event);
  });

  it.each(['', 'open', 'open 7', 'wave 7 1', 'open -7 1', 'open 7 1 x', 'open 7.5 1', 'open 99999999999999999 1'])(
    '%j is no event',
    (line) => expect(parseEventLine(line)).toBeNull(),
  );

  it('holds every event it acknowledged, whatever the crowd', async () => {
    const log = await openEventLog(folder, 'a.log');
    await Promise.all(Array.from({ length: 5_000 }, (_, n) => log.append({ popup: n % 3, event: 'open', atMs })));
    await log.close();
    const { events } = readLog(await readFile(join(folder, 'a.log')));
    expect(events).toHaveLength(5_000);
  });

  it('a torn last line waits for its end', () => {
    const { events, length } = readLog(Buffer.from('open 1 5\nopen 2 6\nopen 3'));
    expect(events.map((event) => event.popup)).toEqual([1, 2]);
    expect(length).toBe(18);
  });

  it('what was acknowledged is there after kill -9', async () => {
    const script = `
      import { openEventLog } from ${JSON.stringify(join(import.meta.dirname, 'event-log.ts'))};
      const log = await openEventLog(${JSON.stringify(folder)}, 'child.log');
      for (let n = 0; ; n++) {
        await Promise.all(Array.from({ length: 20 }, () => log.append({ popup: 1, event: 'open', atMs: 1 })));
        process.stdout.write('x'.repeat(20));
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let acknowledged = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      acknowledged += chunk.length;
      if (acknowledged > 2_000) child.kill('SIGKILL');
    });
    await new Promise((done) => child.on('close', done));
    const { events } = readLog(await readFile(join(folder, 'child.log')));
    expect(events.length).toBeGreaterThanOrEqual(acknowledged);
    expect(events.length - acknowledged).toBeLessThanOrEqual(40);
  });
});
