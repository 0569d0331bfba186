import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attachmentFiles, removeAttachmentFiles } from './attachment-files.ts';
import { createLocalFileStore } from './files/local-file-store.ts';

const picture = (file: string, ...copies: string[]) => ({
  width: 10,
  height: 10,
  file,
  sizes: Object.fromEntries(
    copies.map((copy, n) => [`size${n}`, { file: copy, width: 1, height: 1, 'mime-type': '' }]),
  ),
});

it('a file and its copies belong to an attachment', () => {
  const metadata = picture('2021/03/a.jpg', 'a-150x150.jpg', 'a-300x200.jpg', 'a-150x150.jpg');
  expect(attachmentFiles({ file: '2021/03/a.jpg', metadata })).toEqual([
    '2021/03/a.jpg',
    '2021/03/a-150x150.jpg',
    '2021/03/a-300x200.jpg',
  ]);
});

it('so do the states that an editor of pictures keeps', () => {
  const metadata = { ...picture('2021/03/a-scaled.jpg', 'a-150x150.jpg'), original_image: 'a.jpg' };
  const backups = { 'full-orig': { file: 'a-e1612345678901.jpg' }, broken: null };
  expect(attachmentFiles({ file: '2021/03/a-scaled.jpg', metadata, backups })).toEqual([
    '2021/03/a-scaled.jpg',
    '2021/03/a-150x150.jpg',
    '2021/03/a.jpg',
    '2021/03/a-e1612345678901.jpg',
  ]);
});

it.each([
  '../../canary.txt',
  '/etc/passwd',
  'other.jpg',
  'ab-150x150.jpg',
  'a-150x150.jpg/../b.jpg',
  '..\\canary.txt',
  'a-1.jpg',
  '',
])('%j belongs to somebody else', (name) => {
  const stolen = { ...picture('2021/03/a.jpg', name), original_image: name, thumb: name };
  expect(attachmentFiles({ file: '2021/03/a.jpg', metadata: stolen, backups: { x: { file: name } } })).toEqual([
    '2021/03/a.jpg',
  ]);
});

it.each(['../canary.txt', '/etc/passwd', '', '.htaccess'])('a stored path %j names no file at all', (file) => {
  expect(attachmentFiles({ file, metadata: picture(file, 'canary.txt') })).toEqual([]);
});

it('a canary outside survives a removal that names it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-removal-'));
  await mkdir(join(folder, 'uploads/2021/03'), { recursive: true });
  for (const name of [
    'canary.txt',
    'uploads/2021/canary.txt',
    'uploads/2021/03/a.jpg',
    'uploads/2021/03/a-10x10.jpg',
  ]) {
    await writeFile(join(folder, name), 'x');
  }
  await removeAttachmentFiles(createLocalFileStore(join(folder, 'uploads')), {
    file: '2021/03/a.jpg',
    metadata: {
      ...picture('../../canary.txt', '../canary.txt', '../../../canary.txt', 'a-10x10.jpg'),
      thumb: '../../../canary.txt',
    },
  });
  const left = (await readdir(folder, { recursive: true })).filter((name) => /\.\w+$/.test(name)).sort();
  expect(left).toEqual(['canary.txt', 'uploads/2021/canary.txt']);
  await rm(folder, { recursive: true });
});
