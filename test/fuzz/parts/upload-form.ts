import { mutateText } from '../core/mutate.ts';
import { randomOf } from '../core/random.ts';

interface FormFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly broken: boolean;
}

const breaks = [
  '--zqb',
  '--zqb--',
  '\r\n',
  '\n',
  '\r\n\r\n',
  'Content-Disposition: form-data; name="file"; filename="x.png"',
  '"',
  ';',
  '\0',
  'Content-Transfer-Encoding: base64\r\n',
  '--',
];

/** A form with a file in it; a broken one is the same with its seams in disorder. */
export function formBody({ name, type, bytes, broken }: FormFile): { readonly type: string; readonly body: Buffer } {
  const quoted = Buffer.from(name.replaceAll('"', '%22').replaceAll(/[\r\n\0]/g, '')).toString('latin1');
  const head = `--zqb\r\nContent-Disposition: form-data; name="title"\r\n\r\nA title\r\n--zqb\r\nContent-Disposition: form-data; name="file"; filename="${quoted}"\r\nContent-Type: ${type || 'x/y'}\r\n\r\n`;
  const text = `${head}${bytes.toString('latin1')}\r\n--zqb--\r\n`;
  // The disorder follows from the file, so that the same case is the same again.
  const random = randomOf(name, type, bytes.length, bytes.subarray(0, 64).toString('hex'));
  const boundary = broken ? random.pick(['zqb', 'zqb ', '"zqb', '', 'zqb; x=y', 'z'.repeat(200)]) : 'zqb';
  const body = broken ? mutateText(text, random, breaks) : text;
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.from(body, 'latin1') };
}
