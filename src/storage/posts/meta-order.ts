import { all, oneOf, type SqlCondition } from '../query/condition.ts';
import type { Dialect } from '../query/dialect.ts';
import { fragment, type SqlFragment } from '../query/fragment.ts';
import { aliasName, column, tableRef } from '../query/sql-names.ts';
import type { Page } from '../store/list.ts';
import type { MetaOrder, PostFilter } from '../store/posts.ts';
import { beyondValue } from './meta-value.ts';
import { postCondition } from './post-condition.ts';

/** A page in the order of an index of values: key and id of each post. */
export function walkedPage(
  filter: PostFilter,
  { key, direction }: MetaOrder,
  page: Page,
  dialect: Dialect,
): SqlFragment<{ key: unknown; id: number }> {
  const { where: _ordered, beyond, ...rest } = filter;
  const { from, which, value } = dialect.indexedMeta(key);
  const isFirst: SqlCondition = fragment`not exists (select 1 from ${tableRef('postmeta')} as f where f.post_id = v.post_id and f.meta_key = ${key.name} and f.meta_id < v.meta_id)`;
  const isStill: SqlCondition = fragment`exists (select 1 from ${tableRef('postmeta')} as m where m.meta_id = v.meta_id and m.post_id = v.post_id and ${oneOf('m.meta_key', [key.name])})`;
  const condition = all([
    which,
    isFirst,
    isStill,
    ...(beyond ? [beyondValue(value, column('v.post_id'), beyond, key.type)] : []),
    postCondition(rest, dialect),
  ]);
  const order = direction === 'asc' ? fragment`1 asc, 2 asc` : fragment`1 desc, 2 desc`;
  return fragment`(select ${value} as ${aliasName('key')}, v.post_id as id from ${from} ${dialect.fixedJoin} ${tableRef('posts')} as p on p.ID = v.post_id where ${condition} order by ${order} limit ${dialect.limit(page.limit)} offset ${page.offset})`;
}
