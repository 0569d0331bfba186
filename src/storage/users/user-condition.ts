import { all, any, beyondRow, never, noneOf, oneOf, type SqlCondition } from '../query/condition.ts';
import { fragment } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { column, tableRef } from '../query/sql-names.ts';
import { anyContains, foldedColumn } from '../query/text-condition.ts';
import type { UserFilter } from '../store/users.ts';
import { capabilitiesKey } from './stored-capabilities.ts';

/** A filter as one condition on the users row `u`. */
export async function userCondition(session: Session, filter: UserFilter): Promise<SqlCondition> {
  const { dialect } = session;
  const parts: SqlCondition[] = [];
  if (filter.beyond) parts.push(beyondRow('u.ID', filter.beyond));
  if (filter.ids) parts.push(oneOf('u.ID', filter.ids));
  if (filter.notIds) parts.push(noneOf('u.ID', filter.notIds));
  if (filter.slugs) parts.push(oneOf(foldedColumn(dialect, 'u.user_nicename'), filter.slugs.map(dialect.fold)));
  if (filter.roles) parts.push(any(filter.roles.map((role) => hasRole(session, role))));
  if (filter.search) parts.push(anyContains(dialect, searchedColumns(filter.search.email), filter.search.text));
  if (filter.withPublished) parts.push(hasPublished(filter.withPublished, await publishedSource(session)));
  return all(parts);
}

const searchedColumns = (email: boolean): string[] => [
  'u.user_login',
  'u.user_url',
  'u.user_nicename',
  'u.display_name',
  ...(email ? ['u.user_email'] : []),
];

/** Roles are quoted keys in the serialised value. */
function hasRole(session: Session, role: string): SqlCondition {
  const holds = session.dialect.contains(column('m.meta_value'), `"${role}"`);
  return fragment`exists (select 1 from ${tableRef('usermeta')} as m where m.user_id = u.ID and m.meta_key = ${capabilitiesKey(session.site.prefix)} and ${holds})`;
}

type PublishedSource = 'platen_counts' | 'platen_list' | 'posts';

/** Where counts come in parts, the list tells sooner whether there is one. */
async function publishedSource(session: Session): Promise<PublishedSource> {
  if (!(await session.hasLists())) return 'posts';
  return session.dialect.can.listTable ? 'platen_list' : 'platen_counts';
}

function hasPublished(types: readonly string[], source: PublishedSource): SqlCondition {
  const which = oneOf(source === 'platen_counts' ? 'k.post_type' : 'p.post_type', types);
  if (which === never) return never;
  switch (source) {
    case 'platen_counts':
      return fragment`exists (select 1 from ${tableRef(source)} as k where k.scope = 1 and k.owner = u.ID and k.post_status = 'publish' and k.n > 0 and ${which})`;
    case 'platen_list':
      // Compared with `exists`, a server would gather the authors of all posts first.
      return fragment`1 = (select 1 from ${tableRef(source)} as p force index (of_author) where p.post_author = u.ID and p.post_status = 'publish' and ${which} limit 1)`;
    case 'posts':
      return fragment`exists (select 1 from ${tableRef(source)} as p where p.post_author = u.ID and p.post_status = 'publish' and ${which})`;
  }
}
