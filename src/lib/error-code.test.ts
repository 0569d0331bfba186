import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { unlessAbsent } from './error-code.ts';

it('takes an absent file or folder for none, and leaves every other failure one', async () => {
  expect(await unlessAbsent(readdir('/no/such/folder'))).toBeNull();
  expect(await unlessAbsent(Promise.resolve(['a']))).toEqual(['a']);
  await expect(unlessAbsent(readFile('/'))).rejects.toMatchObject({ code: 'EISDIR' });
});
