import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLogTable } from '../../../src/background/audit-log.ts';
import { personCommands } from '../../../src/cli/person.ts';
import { personRequestsTable } from '../../../src/wp/privacy/person-table.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { type CommandLine, runOnStore } from '../../support/run-command.ts';
import { rowsWith, unpacked } from './person-site.ts';

let site: TestPlaten;
let folder: string;
let id: number;
let post: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-person-command-'));
  site = await testPlaten();
  const admin = site.as('administrator');
  const account = { username: 'ann', email: 'ann@private.example', password: 'pw-ann', roles: ['author'] };
  id = (await admin.post('/wp/v2/users', account)).body.id;
  const own = site.as('ann:pw-ann');
  post = (await own.post('/wp/v2/posts', { title: 'A post', content: 'Text.', status: 'publish' })).body.id;
  await own.post('/wp/v2/comments', { post, content: 'A comment.' });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const command = (name: string, line: CommandLine) =>
  runOnStore(personCommands, name, line, { store: site.platen.store, config: site.platen.config });

describe('platen person', () => {
  it('export writes the archive where it is told to, and keeps none', async () => {
    const file = join(folder, 'ann.tar.gz');
    const operands = { person: 'ann@private.example', file };
    const said = await command('person export', { operands, flags: { reason: 'letter' } });
    expect(said).toMatch(/^Wrote \d+ entries and 0 files to .*ann\.tar\.gz\.$/);
    const files = await unpacked(await readFile(file));
    expect(JSON.parse(files.get('data/profile-1.json') ?? '[]')[0]).toMatchObject({ login: 'ann' });
    expect(JSON.parse(files.get('data/posts-1.json') ?? '[]')).toHaveLength(1);
    expect(await site.platen.store.table(personRequestsTable).find({})).toEqual([]);
    const [entry] = await site.platen.store.table(auditLogTable).find({ event: 'person.export' });
    expect(entry).toMatchObject({ userId: 0 });
  });

  it.each<[string, string, CommandLine, string]>([
    ['without a reason', 'person export', { operands: { person: 'ann', file: 'x.tar.gz' } }, '--reason'],
    ['somebody unknown', 'person export', { operands: { person: 'nobody', file: 'x.tar.gz' } }, 'nobody'],
    ['without an heir', 'person erase', { operands: { person: 'ann' }, flags: { yes: '', reason: 'x' } }, 'reassign'],
    [
      'without a reason to erase',
      'person erase',
      { operands: { person: 'ann' }, flags: { yes: '', reassign: 'admin' } },
      '--reason',
    ],
    [
      'the last administrator',
      'person erase',
      { operands: { person: 'admin' }, flags: { yes: '', reason: 'x', reassign: 'ann' } },
      'administrator',
    ],
  ])('refuses %s', async (_what, name, line, said) => {
    await expect(command(name, line)).rejects.toThrow(said);
    expect(existsSync('x.tar.gz')).toBe(false);
    expect((await site.as('administrator').get(`/wp/v2/users/${id}`)).status).toBe(200);
  });

  it('erase says what would happen, and does it with --yes', async () => {
    const line = { operands: { person: 'ann' }, flags: { reassign: 'admin', reason: 'letter' } };
    const planned = await command('person erase', line);
    expect(planned).toContain('removed\t1\tprofile');
    expect(planned).toContain('anonymised\t1\tcomments');
    expect(planned).toContain('Nothing was changed.');
    expect((await site.as('administrator').get(`/wp/v2/users/${id}`)).status).toBe(200);
    const done = await command('person erase', { ...line, flags: { ...line.flags, yes: '' } });
    expect(done).toContain('Erased.');
    expect(await rowsWith(site, ['ann@private.example'])).toEqual([]);
    const admin = site.as('administrator');
    await expect.poll(async () => (await admin.get(`/wp/v2/users/${id}`)).status).toBe(404);
    await expect.poll(async () => (await admin.get(`/wp/v2/posts/${post}`)).body.author).toBe(1);
    const [entry] = await site.platen.store.table(auditLogTable).find({ event: 'person.erase' });
    expect(entry).toMatchObject({ userId: 0, objectName: '' });
  });
});
