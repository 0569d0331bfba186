import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { LocalFetch } from '../http/local-fetch.ts';
import type { Platen } from '../index.ts';
import type { TestClock, TestMail, TestNetwork } from './test-doubles.ts';
import type { LogIn, TestUser } from './test-log-in.ts';

/** Fields as the interface takes them: `{ title: 'Hello', status: 'draft' }`. */
export type FixtureFields = Readonly<Record<string, unknown>>;

/** What the interface answered about a thing that was made, with all of its other fields. */
export interface Made {
  readonly id: number;
  readonly link: string;
  readonly [field: string]: unknown;
}

/** A file to upload: a path, or a name with its bytes. */
export type MediaFixture = string | { readonly name: string; readonly bytes: Uint8Array };

/** A whole site in memory, with its clock, mail and outside world in the hands of a test. */
export interface TestSite {
  /** The site itself, with everything that `createPlaten` returns. */
  readonly platen: Platen;
  /** The public URL of the site: the one it listens on, where no other was given. */
  readonly url: string;
  readonly clock: TestClock;
  readonly mail: TestMail;
  readonly network: TestNetwork;
  readonly logIn: LogIn;
  /** The first administrator. */
  readonly admin: TestUser;
  /** Asks the site without a port; a path is completed by its URL. */
  readonly fetch: LocalFetch;
  /** The same as a user. */
  as(user: TestUser): LocalFetch;
  /** A published post, unless the fields say otherwise. */
  post(fields?: FixtureFields): Promise<Made>;
  page(fields?: FixtureFields): Promise<Made>;
  /** A category, or a term of the taxonomy whose base is given. */
  term(fields: FixtureFields, base?: string): Promise<Made>;
  comment(fields: FixtureFields): Promise<Made>;
  media(file: MediaFixture, fields?: FixtureFields): Promise<Made>;
  user(role: string, given?: { readonly login?: string; readonly email?: string }): Promise<TestUser>;
  /** A copy of everything in the database, for `restore`. */
  snapshot(): Promise<Uint8Array>;
  /** Puts the database back to a copy. Uploaded files stay where they are. */
  restore(copy: Uint8Array): Promise<void>;
  /** Puts database, clock, mail and outside world back to their start. */
  reset(): Promise<void>;
  /** Listens on a free port of this machine; the URL. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

type Fixtures = Pick<TestSite, 'post' | 'page' | 'term' | 'comment' | 'media'>;

/** The fixtures, made by an administrator over the interface, so that what it refuses cannot be made. */
export function createFixtures(ask: LocalFetch): Fixtures {
  const make = async (path: string, fields: FixtureFields): Promise<Made> =>
    madeOf(
      await ask(`/wp-json/wp/v2/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      }),
    );
  return {
    post: (fields = {}) => make('posts', { title: 'A post', status: 'publish', ...fields }),
    page: (fields = {}) => make('pages', { title: 'A page', status: 'publish', ...fields }),
    term: (fields, base = 'categories') => make(base, fields),
    comment: (fields) => make('comments', { content: 'A comment', ...fields }),
    async media(file, fields) {
      const { name, bytes } = typeof file === 'string' ? { name: basename(file), bytes: await readFile(file) } : file;
      const disposition = `attachment; filename="${name.replace(/["\\\r\n]/g, '_')}"`;
      const upload = await ask('/wp-json/wp/v2/media', {
        method: 'POST',
        headers: { 'content-disposition': disposition, 'content-type': 'application/octet-stream' },
        body: Buffer.from(bytes),
      });
      const made = await madeOf(upload);
      return fields ? make(`media/${made.id}`, fields) : made;
    },
  };
}

async function madeOf(answer: Response): Promise<Made> {
  const body: unknown = await answer.json();
  if (answer.ok) return body as Made; // Every resource that fixtures make has an id and a link.
  const why = typeof body === 'object' && body !== null && 'message' in body ? body.message : '';
  throw new Error(`The site refused the fixture with ${answer.status}: ${why}`);
}
