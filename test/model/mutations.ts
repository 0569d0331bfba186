import type { StoreKind } from '../support/database.ts';

/** One thing taken away from a copy of the source, which the model must notice. */
export interface Mutation {
  readonly name: string;
  /** On which database it shows. */
  readonly store: StoreKind;
  readonly file: string;
  /** A text of the file; that it is not there is an error. */
  readonly find: string;
  readonly replace: string;
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: texts of the source
export const mutations: readonly Mutation[] = [
  {
    name: 'a term that is counted again is not told to the caches',
    store: 'sqlite',
    file: 'src/storage/terms/term-counts.ts',
    find: "session.touch('terms', ...terms.map(({ id }) => `term:${id}`));",
    replace: '',
  },
  {
    name: 'another name of a term is not told to the caches',
    store: 'sqlite',
    file: 'src/storage/terms/terms.ts',
    find: `      session.touch('terms', \`term:\${id}\`, heldTag(id));
    });
  }

  async remove`,
    replace: `    });
  }

  async remove`,
  },
  {
    name: 'changed options are not told to the caches',
    store: 'sqlite',
    file: 'src/storage/options/options.ts',
    find: "session.touch('options');",
    replace: '',
  },
  {
    name: 'SQLite does not count removed posts',
    store: 'sqlite',
    file: 'src/storage/sqlite/triggers.ts',
    find: "trigger(prefix, 'count_delete', `delete on ${posts}`, count('old', -1)),",
    replace: '',
  },
  {
    name: 'SQLite does not count new comments',
    store: 'sqlite',
    file: 'src/storage/sqlite/triggers.ts',
    find: "trigger(prefix, 'comment_insert', `insert on ${comments}`, [count('new', 1)]),",
    replace: '',
  },
  {
    name: 'MariaDB does not mark updates by other programs',
    store: 'mariadb',
    file: 'src/storage/mariadb/lists/marks.ts',
    find: "['insert', 'update', 'delete'].map((event) => {",
    replace: "['insert', 'delete'].map((event) => {",
  },
  {
    name: 'MariaDB leaves removed posts in its lists',
    store: 'mariadb',
    file: 'src/storage/mariadb/lists/list-triggers.ts',
    find: `\${steps.count('old', -1)} \${steps.leave}
          delete from \\\`\${list}\\\` where ID = old.ID;`,
    replace: "${steps.count('old', -1)} ${steps.leave}",
  },
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: texts of the source
