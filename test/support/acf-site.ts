import { DatabaseSync } from 'node:sqlite';
import { createConnection } from 'mysql2/promise';
import { writeStoredValue } from '../../src/media/attachment-metadata.ts';
import type { Store } from '../../src/storage/store.ts';
import { postRow } from './rows.ts';

type Settings = Readonly<Record<string, unknown>>;

/** A field as a test names it: its name, its type and settings, and the fields in it. */
export interface TestField {
  readonly name: string;
  readonly settings: Settings;
  readonly inner?: readonly TestField[];
}

export const acf = (
  name: string,
  type: string,
  settings: Settings = {},
  inner: readonly TestField[] = [],
): TestField => ({
  name,
  settings: { type, ...settings },
  inner,
});

export const rule = (param: string, value: string, operator = '==') => ({ param, operator, value });

interface TestGroup {
  readonly key: string;
  readonly title: string;
  readonly location: readonly (readonly ReturnType<typeof rule>[])[];
  readonly showInRest?: number;
  readonly fields: readonly TestField[];
  readonly status?: string;
}

/** Stores a group and its fields as ACF does: rows of the table of posts. A field has the key `field_` and its path. */
export async function storeGroup(store: Store, group: TestGroup): Promise<void> {
  const { key, title, location, showInRest = 1, fields, status = 'publish' } = group;
  const id = await store.posts.insert(
    postRow({
      type: 'acf-field-group',
      slug: key,
      title,
      excerpt: title,
      status,
      content: writeStoredValue({ location, position: 'normal', style: 'default', show_in_rest: showInRest }),
    }),
  );
  await storeFields(store, id, fields, key.replace(/^group_/, ''));
}

async function storeFields(store: Store, parentId: number, fields: readonly TestField[], above: string): Promise<void> {
  for (const [menuOrder, { name, settings, inner = [] }] of fields.entries()) {
    const path = `${above}_${name || `part${menuOrder}`}`;
    const id = await store.posts.insert(
      postRow({
        type: 'acf-field',
        slug: `field_${path}`,
        title: `Label of ${name}`,
        excerpt: name,
        status: 'publish',
        parentId,
        menuOrder,
        content: writeStoredValue({ instructions: '', required: 0, conditional_logic: 0, ...settings }),
      }),
    );
    await storeFields(store, id, inner, path);
  }
}

/** A connection of another program to the database of a site. */
export interface OtherProgram {
  run(sql: string, values?: readonly (string | number | null)[]): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

export async function otherProgram(databaseUrl: string): Promise<OtherProgram> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length));
    return {
      run: async (sql, values = []) => database.prepare(sql).all(...values),
      close: async () => database.close(),
    };
  }
  const connection = await createConnection(databaseUrl);
  return {
    run: async (sql, values = []) => {
      const [rows] = await connection.query(sql, [...values]);
      return Array.isArray(rows) ? rows.map((row) => ({ ...row })) : [];
    },
    close: () => connection.end(),
  };
}

/** All rows of the tables that other programs know, by table. */
export async function sharedTables(program: OtherProgram, prefix: string): Promise<Record<string, readonly unknown[]>> {
  const names = [
    'posts',
    'postmeta',
    'terms',
    'termmeta',
    'term_taxonomy',
    'term_relationships',
    'users',
    'usermeta',
    'comments',
    'commentmeta',
    'options',
  ];
  const tables: Record<string, readonly unknown[]> = {};
  for (const name of names) tables[name] = await program.run(`select * from ${prefix}${name} order by 1, 2`);
  return tables;
}
