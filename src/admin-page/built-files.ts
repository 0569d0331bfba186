import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCode } from '../error-code.ts';
import { acceptedEncoding, compress, type Encoding, isCompressible } from '../http/compression.ts';

/** Beside the source and beside the build. */
const builtFolder = fileURLToPath(new URL('../../admin/dist/', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface BuiltFile {
  readonly type: string;
  /** The body in the best encoding that the client accepts. */
  body(acceptEncoding: string | undefined): Promise<{ payload: Uint8Array; encoding: Encoding | null }>;
}

/** The files of the built admin page: the document, and what it loads, whose names change with their content. */
export interface BuiltFiles {
  readonly document: string;
  /** Null where there is no such file. */
  asset(name: string): Promise<BuiltFile | null>;
}

/** Reads what was built; null where nothing was. */
export async function readBuiltFiles(folder: string = builtFolder): Promise<BuiltFiles | null> {
  try {
    const document = await readFile(join(folder, 'index.html'), 'utf8');
    const names = new Set(await readdir(join(folder, 'assets')));
    const opened = new Map<string, Promise<BuiltFile>>();
    const open = (name: string): Promise<BuiltFile> => {
      const file = opened.get(name) ?? readFile(join(folder, 'assets', name)).then((bytes) => fileOf(name, bytes));
      opened.set(name, file);
      return file;
    };
    return { document, asset: async (name) => (names.has(name) ? open(name) : null) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Each encoding is made once, when it is first asked for. */
function fileOf(name: string, bytes: Uint8Array): BuiltFile {
  const type = types[extname(name)] ?? 'application/octet-stream';
  const encoded = new Map<Encoding, Promise<Uint8Array>>();
  return {
    type,
    async body(acceptEncoding) {
      const encoding = isCompressible(type, bytes.byteLength) ? acceptedEncoding(acceptEncoding) : null;
      if (!encoding) return { payload: bytes, encoding };
      const made = encoded.get(encoding) ?? compress(bytes, encoding);
      encoded.set(encoding, made);
      return { payload: await made, encoding };
    },
  };
}
