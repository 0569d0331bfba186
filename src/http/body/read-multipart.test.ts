import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { FileIntake } from '../../api/request.ts';
import { readMultipart } from './read-multipart.ts';

const budget = { bytes: 10_000, fields: 10, files: 2, fileBytes: 10_000 };
const read = (parts: readonly string[], intake?: FileIntake) =>
  readMultipart(
    Readable.from([Buffer.from(`${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`)]),
    'multipart/form-data; boundary=x',
    budget,
    intake,
  );
const file = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nbytes';
const malformed = { code: 'rest_invalid_body', status: 400 };

describe('a multipart body', () => {
  it('gives its fields', async () => {
    expect(await read(['Content-Disposition: form-data; name="a"\r\n\r\n1'])).toEqual([['a', '1']]);
  });

  it.each([
    ['a field without a name', 'Content-Disposition: form-data\r\n\r\n1'],
    ['a field whose name is not quoted to its end', 'Content-Disposition: form-data; nome="a"\r\n\r\n1'],
    ['a file without a name of its field', 'Content-Disposition: form-data; filename="a.png"\r\n\r\n1'],
  ])('is refused for %s', async (_name, part) => {
    await expect(read([part])).rejects.toMatchObject(malformed);
  });

  it('is refused, and does not wait, when a part breaks off after a file', async () => {
    const taken = async ({ stream }: Parameters<FileIntake>[0]) => {
      for await (const _ of stream);
    };
    await expect(read([file, 'Content-Disposition: nothing'], taken)).rejects.toMatchObject(malformed);
  });

  it('is refused when a file that nobody wants breaks off', async () => {
    const passedOver = async ({ stream }: Parameters<FileIntake>[0]) => {
      stream.resume();
    };
    async function* cutOff() {
      yield Buffer.from(`--x\r\n${file}`);
      await pause(10);
    }
    const reading = readMultipart(Readable.from(cutOff()), 'multipart/form-data; boundary=x', budget, passedOver);
    await expect(reading).rejects.toMatchObject(malformed);
    // An error without a handler would come a moment later, and end the process.
    await pause(10);
  });

  it('hands over no file that comes after a refusal', async () => {
    let begun = 0;
    const taken = async () => {
      begun++;
    };
    await expect(read(['Content-Disposition: form-data\r\n\r\n1', file], taken)).rejects.toMatchObject(malformed);
    expect(begun).toBe(0);
  });
});
