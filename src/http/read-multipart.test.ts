import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readMultipart } from './read-multipart.ts';

const budget = { bytes: 10_000, fields: 10, files: 2, fileBytes: 10_000 };
const read = (...parts: string[]) =>
  readMultipart(
    Readable.from([Buffer.from(`${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`)]),
    'multipart/form-data; boundary=x',
    budget,
  );

describe('a multipart body', () => {
  it('gives its fields', async () => {
    expect(await read('Content-Disposition: form-data; name="a"\r\n\r\n1')).toEqual([['a', '1']]);
  });

  it.each([
    ['a field without a name', 'Content-Disposition: form-data\r\n\r\n1'],
    ['a field whose name is not quoted to its end', 'Content-Disposition: form-data; nome="a"\r\n\r\n1'],
    ['a file without a name of its field', 'Content-Disposition: form-data; filename="a.png"\r\n\r\n1'],
  ])('is refused for %s', async (_name, part) => {
    await expect(read(part)).rejects.toMatchObject({ code: 'rest_invalid_body', status: 400 });
  });
});
