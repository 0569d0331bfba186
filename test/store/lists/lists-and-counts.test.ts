import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterEach, describe, expect, it } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import { contentBulkTables } from '../../../src/storage/bulk/bulk-table.ts';
import { openBulkWriter } from '../../../src/storage/bulk/bulk-writer.ts';
import { mariadbSchema } from '../../../src/storage/mariadb/mariadb-schema.ts';
import { openMariadb } from '../../../src/storage/mariadb/open-mariadb.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { OpenStore, PostFilter } from '../../../src/storage/store.ts';
import { StoreError } from '../../../src/storage/store-error.ts';
import { type FreshDatabase, freshDatabase, storeKind } from '../../support/database.ts';
import { postRow } from '../../support/rows.ts';
import { patient } from '../../support/test-store.ts';

type Triggers = 'own' | 'on' | 'off';
const kinds = ['post', 'page', 'attachment'];
const states = ['publish', 'draft', 'trash', 'inherit'];
const terms = [1, 2, 3, 4];
const firstImported = 500;

/** The columns of an imported post that its lists do not depend on. */
const postColumnsOf = (id: number) => ({
  ID: id,
  post_author: 1 + (id % 3),
  post_date: `2024-0${1 + (id % 3)}-01 00:00:00`,
  post_title: `Imported ${id}`,
  post_name: `imported-${id}`,
  post_content: '',
  post_excerpt: '',
  to_ping: '',
  pinged: '',
  post_content_filtered: '',
});

describe.runIf(storeKind() === 'mariadb')('lists and counts on a server', () => {
  const left: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of left.splice(0).reverse()) await end();
  });

  /** A database, made by Platen or by another program. */
  async function site(options: { isAdopted: boolean }): Promise<{ database: FreshDatabase; other: Connection }> {
    const database = await freshDatabase();
    left.push(database.drop);
    const other = await createConnection({ uri: database.url, multipleStatements: true, dateStrings: true });
    left.push(() => other.end());
    if (options.isAdopted) {
      const layout = mariadbSchema('wp_').filter((text) => !text.includes('platen_'));
      for (const text of layout) await other.query(text);
    } else await (await openStore({ url: database.url })).close();
    const rows = terms.map((id) => `(${id}, ${id}, 'category', '')`).join(', ');
    await other.query(`insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description) values ${rows}`);
    return { database, other };
  }

  async function open(database: FreshDatabase, triggers: Triggers = 'own'): Promise<OpenStore> {
    const store = await openStore({ url: database.url, triggers, deadlines: patient });
    left.push(() => store.close());
    return store;
  }

  /** What the tables of lists say, and what the posts say, as texts to compare. */
  async function compared(other: Connection): Promise<[told: string[], counted: string[]]> {
    const ask = async (sql: string): Promise<string[]> =>
      (await other.query<RowDataPacket[][]>({ sql, rowsAsArray: true }))[0].map((row) => row.join(' ')).sort();
    const columns =
      'ID, post_author, post_date, post_status, post_name, post_modified, post_parent, menu_order, post_type';
    const told = [
      ...(await ask(`select 'list', ${columns}, post_title from wp_platen_list`)),
      ...(await ask(
        "select 'term', term_taxonomy_id, post_type, post_status, post_date, post_id from wp_platen_term_posts",
      )),
      ...(await ask(
        `select 'count', scope, owner, post_type, post_status, parent_type, parent_status, sum(n) as total
         from wp_platen_counts group by 2, 3, 4, 5, 6, 7 having total <> 0`,
      )),
    ];
    const shown = "wp_posts as p where p.post_type <> 'revision'";
    const parent = "left join wp_posts as q on q.ID = p.post_parent and p.post_status = 'inherit'";
    const kind = "p.post_type, p.post_status, coalesce(q.post_type, '') as pt, coalesce(q.post_status, '') as ps";
    const counted = [
      ...(await ask(`select 'list', ${columns}, left(post_title, 191) from ${shown}`)),
      ...(await ask(
        "select 'term', r.term_taxonomy_id, p.post_type, p.post_status, p.post_date, p.ID from wp_term_relationships as r join wp_posts as p on p.ID = r.object_id where p.post_type <> 'revision'",
      )),
      ...(await ask(
        `select 'count', 0, 0, ${kind}, count(*) from wp_posts as p ${parent} where p.post_type <> 'revision' group by 4, 5, 6, 7`,
      )),
      ...(await ask(
        `select 'count', 1, p.post_author, ${kind}, count(*) from wp_posts as p ${parent} where p.post_type <> 'revision' group by 3, 4, 5, 6, 7`,
      )),
      ...(await ask(
        "select 'count', 2, r.term_taxonomy_id, p.post_type, p.post_status, '', '', count(*) from wp_term_relationships as r join wp_posts as p on p.ID = r.object_id where p.post_type <> 'revision' group by 3, 4, 5",
      )),
    ];
    return [told, counted];
  }

  const any = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;
  const someId = () => 1 + Math.floor(Math.random() * 60);
  const quoted = (text: string) => `'${text}'`;

  /** A write as another program may send it. */
  function otherWrite(): string {
    const id = someId();
    const columns =
      'post_author, post_type, post_status, post_parent, post_date, post_title, post_name, post_content, post_excerpt, to_ping, pinged, post_content_filtered';
    const row = () =>
      [
        any([1, 2, 3]),
        quoted(any([...kinds, 'revision'])),
        quoted(any(states)),
        any([0, someId()]),
        quoted(any(['2024-01-31 23:59:59', '2024-02-01 00:00:00', '2025-12-31 12:00:00', '0000-00-00 00:00:00'])),
        quoted(any(['One', 'two', 'x'.repeat(250)])),
        quoted(any(['a', 'b'])),
        ...Array(5).fill("''"),
      ].join(', ');
    return any([
      () => `insert into wp_posts (${columns}) values (${row()}), (${row()})`,
      () => `replace into wp_posts (ID, ${columns}) values (${id}, ${row()})`,
      () =>
        `insert into wp_posts (ID, ${columns}) values (${id}, ${row()}) on duplicate key update post_title = 'Again', post_parent = ${someId()}`,
      () => `update wp_posts set post_status = ${quoted(any(states))} where ID = ${id}`,
      () =>
        `update wp_posts set post_status = ${quoted(any(states))}, post_author = post_author % 3 + 1 where ID % 5 = ${id % 5}`,
      () =>
        `update wp_posts set post_type = ${quoted(any([...kinds, 'revision']))}, post_parent = ${someId()} where ID between ${id} and ${id + 3}`,
      () =>
        `update wp_posts set post_date = post_date + interval 40 day, post_title = concat(post_title, '!') where ID = ${id} and post_date > '1000-01-01'`,
      () => `update ignore wp_posts set ID = ID + 61 where ID = ${id}`,
      () => `update wp_posts set comment_count = comment_count + 1 where ID = ${id}`,
      () => `delete from wp_posts where ID = ${id}`,
      () => `delete from wp_posts where post_parent = ${id}`,
      () =>
        `insert ignore into wp_term_relationships (object_id, term_taxonomy_id) values (${id}, ${any(terms)}), (${someId()}, ${any(terms)})`,
      () =>
        `replace into wp_term_relationships (object_id, term_taxonomy_id, term_order) values (${id}, ${any(terms)}, 1)`,
      () => `update ignore wp_term_relationships set term_taxonomy_id = ${any(terms)} where object_id = ${id}`,
      () => `update ignore wp_term_relationships set object_id = object_id + 1 where object_id = ${id}`,
      () => `delete from wp_term_relationships where object_id = ${id}`,
    ])();
  }

  /** What a transaction of another one undoes is not an error here. */
  const unlessUndone = async (work: Promise<unknown>): Promise<void> => {
    await work.catch((error: { errno?: number }) => {
      if (error.errno !== 1213 && error.errno !== 1205) throw error;
    });
  };

  async function platenWrites(store: OpenStore, turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) {
      await store.transaction(async (inner) => {
        const id = await inner.posts.insert(
          postRow({ status: any(states), type: any(kinds), authorId: any([1, 2, 3]) }),
        );
        await inner.terms.assign(id, 'category', [any(terms)]);
        const [found] = await inner.posts.byIds([someId()]);
        if (found) await inner.posts.update(found.id, { status: any(states), title: `Title ${turn}` });
        if (turn % 5 === 0) await inner.posts.remove(id);
      });
    }
  }

  /** Rows of imports: posts with parents among them and elsewhere, some of whose terms come before them. */
  async function bulkWrites(database: FreshDatabase, turns: number): Promise<void> {
    const bulk = await openBulkWriter({ url: database.url, prefix: 'wp_' });
    const { posts, term_relationships: held } = contentBulkTables;
    const size = 6;
    try {
      for (let turn = 0; turn < turns; turn += 1) {
        const ids = Array.from({ length: size }, (_, at) => firstImported + turn * size + at);
        const rows = ids.map((id) => ({
          ...postColumnsOf(id),
          post_type: any([...kinds, 'revision']),
          post_status: any(states),
          post_parent: any([0, someId(), any(ids)]),
        }));
        const work = bulk.transaction(async (tables) => {
          const early = ids.slice(0, 2).map((id) => ({ object_id: id, term_taxonomy_id: any(terms), term_order: 0 }));
          await tables.insert(held, early);
          await tables.insert(posts, rows.slice(0, 4));
          await tables.insert(posts, rows.slice(4));
          const more = [...ids.slice(2), someId()].map((id, at) => ({
            object_id: id,
            term_taxonomy_id: at < size - 2 ? any(terms) : 9,
            term_order: 0,
          }));
          await tables.insert(held, more);
          await tables.change(posts, ids.slice(0, 1), () => ({ post_status: any(states) }));
        });
        await work.catch((error: unknown) => {
          if (!(error instanceof StoreError)) throw error;
        });
      }
    } finally {
      await bulk.close();
    }
  }

  async function storm(database: FreshDatabase, store: OpenStore, turns: number): Promise<void> {
    const programs = await Promise.all([1, 2].map(() => createConnection(database.url)));
    // Ids that the database gives out stay above those of imports.
    await programs[0]?.query(`alter table wp_posts auto_increment = ${firstImported + 1_000}`);
    try {
      await Promise.all([
        platenWrites(store, turns),
        bulkWrites(database, turns),
        ...programs.map(async (program) => {
          await program.query("set sql_mode = ''");
          for (let turn = 0; turn < turns * 3; turn += 1) await unlessUndone(program.query(otherWrite()));
        }),
      ]);
    } finally {
      for (const program of programs) await program.end();
    }
  }

  const filter: PostFilter = { types: ['post'], statuses: ['publish'], visibility: everything };

  /** Totals of the store, and as the other program counts them. */
  async function totals(store: OpenStore, other: Connection): Promise<[number[], number[]]> {
    const count = async (text: string): Promise<number> =>
      Number((await other.query<RowDataPacket[]>(`select count(*) as n from ${text}`))[0][0]?.['n']);
    const rows = "wp_posts as p where p.post_type = 'post' and p.post_status = 'publish'";
    const isIn =
      'exists (select 1 from wp_term_relationships as r where r.object_id = p.ID and r.term_taxonomy_id = 2)';
    return [
      [
        await store.posts.count(filter),
        await store.posts.count({ ...filter, authorIds: [2] }),
        await store.posts.count({ ...filter, withTerms: [{ taxonomy: 'category', termIds: [2] }] }),
      ],
      [await count(rows), await count(`${rows} and p.post_author = 2`), await count(`${rows} and ${isIn}`)],
    ];
  }

  /** The ways in which lists are maintained. */
  const paths: [string, { readonly isAdopted: boolean; readonly triggers: Triggers }][] = [
    ['in a database that Platen made', { isAdopted: false, triggers: 'own' }],
    ['in that of an existing site, with triggers', { isAdopted: true, triggers: 'on' }],
  ];

  /** What lists and posts say once the lists are used; a killed process may still have a transaction that ends. */
  async function settled(database: FreshDatabase, other: Connection, triggers: Triggers): Promise<string[][]> {
    const dialect = await openMariadb({ url: database.url, prefix: 'wp_', readOnly: false, triggers });
    const soon = { timeout: 300_000, interval: 100 };
    try {
      await expect.poll(() => dialect.lists.areMaintained(), soon).toBe(true);
    } finally {
      await dialect.close();
    }
    let found: [string[], string[]] = [[], []];
    const areSame = async (): Promise<boolean> => {
      found = await compared(other);
      return sameTexts(found);
    };
    await expect.poll(areSame, soon).toBe(true);
    return found;
  }
  const sameTexts = ([told, counted]: [string[], string[]]): boolean =>
    JSON.stringify(told) === JSON.stringify(counted);

  it.each(paths)('equal a recount after a storm of writes by Platen and another program, %s', async (_name, path) => {
    const { database, other } = await site(path);
    const store = await open(database, path.triggers);
    await storm(database, store, 30);
    const [told, counted] = await settled(database, other, path.triggers);
    expect(told?.length).toBeGreaterThan(20);
    expect(told).toEqual(counted);
    const [shown, real] = await totals(store, other);
    expect(shown).toEqual(real);
  });

  it('equal a recount after an import of many posts whose files come before them', async () => {
    const { database, other } = await site({ isAdopted: false });
    const bulk = await openBulkWriter({ url: database.url, prefix: 'wp_' });
    left.push(() => bulk.close());
    const ids = Array.from({ length: 1_500 }, (_, at) => 1 + at);
    const fileOf = (parent: number) => ({ post_type: 'attachment', post_status: 'inherit', post_parent: parent });
    const postsOf = (which: readonly number[], files: number) =>
      which.map((id, at) => ({
        ...postColumnsOf(id),
        post_type: 'post',
        post_status: 'publish',
        post_parent: 0,
        ...(at < files ? fileOf((ids.at(-1) ?? 0) - at) : {}),
      }));
    await bulk.transaction(async ({ insert }) => {
      // These are listed before their parents are there.
      await insert(contentBulkTables.posts, postsOf([2_001, 2_002, 2_003], 3));
      await insert(contentBulkTables.posts, postsOf(ids, 10));
    });
    const [told, counted] = await compared(other);
    expect(told).toEqual(counted);
  });

  it('are the same after the counters were compacted', async () => {
    const { database, other } = await site({ isAdopted: false });
    const dialect = await openMariadb({ url: database.url, prefix: 'wp_', readOnly: false });
    left.push(() => dialect.close());
    const store = await open(database);
    await platenWrites(store, 25);
    const parts = async () =>
      Number(
        (await other.query<RowDataPacket[]>('select count(*) as n from wp_platen_counts where part > 0'))[0][0]?.['n'],
      );
    expect(await parts()).toBeGreaterThan(0);
    const writing = platenWrites(store, 10);
    dialect.lists.compactCounters();
    await writing;
    // Asked for while they are being compacted, it is not done once more.
    const compacted = () => {
      dialect.lists.compactCounters();
      return parts();
    };
    await expect.poll(compacted, { timeout: 300_000 }).toBe(0);
    const [told, counted] = await compared(other);
    expect(told).toEqual(counted);
  });

  it.each(paths)(
    'equal a recount after a process was killed while it and another program wrote, %s',
    async (_name, path) => {
      const { database, other } = await site(path);
      await other.query("set sql_mode = ''");
      const store = fileURLToPath(new URL('../../../src/storage/open/open-store.ts', import.meta.url));
      const rows = fileURLToPath(new URL('../../support/rows.ts', import.meta.url));
      const program = `const { openStore } = await import(${JSON.stringify(store)});
      const { postRow } = await import(${JSON.stringify(rows)});
      const store = await openStore({ url: ${JSON.stringify(database.url)}, triggers: '${path.triggers}' });
      for (let n = 0; ; n++) {
        if (n === 10) console.log('writing');
        await store.transaction(async (inner) => {
          const id = await inner.posts.insert(postRow({ status: 'publish' }));
          await inner.terms.assign(id, 'category', [1, 2]);
          await inner.posts.update(id, { status: n % 2 ? 'draft' : 'publish' });
        });
      }`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      for (let turn = 0; turn < 10; turn += 1) await unlessUndone(other.query(otherWrite()));
      child.kill('SIGKILL');
      await once(child, 'exit');
      const [told, counted] = await settled(database, other, path.triggers);
      expect(told?.length).toBeGreaterThan(10);
      expect(told).toEqual(counted);
    },
  );

  it('are filled in a database of an earlier schema, with what was written before', async () => {
    const { database, other } = await site({ isAdopted: false });
    const first = await openStore({ url: database.url, triggers: 'off' });
    await storm(database, first, 10);
    await first.close();
    await other.query(
      "drop table wp_platen_list, wp_platen_term_posts, wp_platen_counts; update wp_platen_meta set value = '5' where name = 'reached'; delete from wp_platen_meta where name = 'lists'",
    );
    const store = await open(database);
    await platenWrites(store, 3);
    const [told, counted] = await settled(database, other, 'own');
    expect(told).toEqual(counted);
  });

  it('leave the tables of an existing site alone, and its totals are right at every moment', async () => {
    const { database, other } = await site({ isAdopted: true });
    const store = await open(database);
    const [triggers] = await other.query<RowDataPacket[]>('show triggers');
    expect(triggers).toEqual([]);
    await other.query("set sql_mode = ''");
    await platenWrites(store, 10);
    for (let turn = 0; turn < 30; turn += 1) {
      await unlessUndone(other.query(otherWrite()));
      const [shown, real] = await totals(store, other);
      expect(shown).toEqual(real);
    }
  });

  it('get triggers on the tables of an existing site only where that is asked for, and lose them again', async () => {
    const { database, other } = await site({ isAdopted: true });
    await (await openStore({ url: database.url })).close();
    const names = async () => ((await other.query<RowDataPacket[]>('show triggers'))[0] as object[]).length;
    expect(await names()).toBe(0);
    const store = await openStore({ url: database.url, triggers: 'on', deadlines: patient });
    await expect.poll(names).toBe(6);
    await storm(database, store, 15);
    const [told, counted] = await settled(database, other, 'on');
    expect(told).toEqual(counted);
    await store.close();
    // Commands that do not know the setting leave it as it is.
    await (await openStore({ url: database.url })).close();
    expect(await names()).toBe(6);
    await (await openStore({ url: database.url, triggers: 'off' })).close();
    expect(await names()).toBe(0);
  });
});
