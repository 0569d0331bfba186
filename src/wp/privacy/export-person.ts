import { invitationsTable } from '../../auth/invitations.ts';
import { grantsTable } from '../../auth/oauth/oauth-tables.ts';
import { oidcIdentitiesTable } from '../../auth/oidc.ts';
import { passkeysTable } from '../../auth/passkeys.ts';
import { listApplicationPasswords } from '../../auth/passwords/application-passwords.ts';
import { listSessions } from '../../auth/sessions.ts';
import { twoFactorState } from '../../auth/two-factor.ts';
import { type AuditRow, auditLogTable } from '../../background/audit-log.ts';
import type { PersonalFile } from '../../extension/definition.ts';
import { uploadsTable } from '../../media/uploads/upload-table.ts';
import { pendingTable } from '../../pending/pending-table.ts';
import type { Comment } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { storedFilesOf } from '../media/write-attachment.ts';
import { auditNaming, authoredBy, commentsOf, rowsOf } from './person-rows.ts';
import type { Person } from './person-table.ts';
import type { PersonWork } from './person-work.ts';
import { aboutOf, invitedAs } from './plan-erasure.ts';

export type PersonRow = object;

/** A batch of rows of one kind, with the files that belong to them. */
export interface PersonBatch {
  readonly kind: string;
  readonly rows: readonly PersonRow[];
  readonly files?: readonly PersonalFile[];
}

/** Everything that the site has of a person, in batches. Secrets and hashes of secrets are not in it. */
export async function* exportPerson(person: Person, work: PersonWork): AsyncGenerator<PersonBatch> {
  const { store } = work;
  if (person.userId > 0) yield* account(person, work);
  const invitations = await store.table(invitationsTable).find(invitedAs(person));
  yield { kind: 'invitations', rows: invitations.map(({ tokenHash: _hash, ...row }) => row) };
  for await (const rows of commentsOf(person, store)) yield { kind: 'comments', rows: await withMeta(rows, store) };
  for await (const rows of authoredBy(person, store))
    yield* authored(
      rows.map(({ id }) => id),
      work,
    );
  yield* audit(person, store);
  for (const extension of work.extensions()) {
    for (let page = 0; ; page += 1) {
      const { more, ...found } = await extension.export(person, page);
      yield { kind: `extension-${extension.extension}`, ...found };
      if (!more) break;
    }
  }
}

/** What proves who somebody is stays with the site. */
const secretKeys = new Set(['session_tokens', '_application_passwords']);

async function* account({ userId }: Person, { store, clock }: PersonWork): AsyncGenerator<PersonBatch> {
  const user = await store.users.byId(userId);
  if (!user) return;
  const { passwordHash: _hash, activationKey: _key, ...profile } = user;
  const roles = (await store.users.capabilities([userId])).get(userId) ?? {};
  const meta = ((await store.meta.of('user', [userId])).get(userId) ?? [])
    .filter(({ key }) => !secretKeys.has(key))
    .map(({ key, value }) => ({ key, value }));
  yield { kind: 'profile', rows: [{ ...profile, roles: Object.keys(roles).filter((role) => roles[role]), meta }] };
  const sessions = await listSessions(store, user, clock());
  yield {
    kind: 'sessions',
    rows: sessions.map(({ createdAt, expiresAt, lastSeenAt, address, userAgent }) => ({
      created: moment(createdAt),
      expires: moment(expiresAt),
      last_seen: lastSeenAt === null ? null : moment(lastSeenAt),
      address,
      user_agent: userAgent,
    })),
  };
  const passwords = await listApplicationPasswords(store, userId);
  yield {
    kind: 'application-passwords',
    rows: passwords.map(({ name, createdAt, lastUsedAt, lastAddress }) => ({
      name,
      created: moment(createdAt),
      last_used: lastUsedAt === null ? null : moment(lastUsedAt),
      last_address: lastAddress,
    })),
  };
  const { enabledAt } = await twoFactorState(store, userId);
  if (enabledAt !== null) yield { kind: 'two-factor', rows: [{ enabled: moment(enabledAt) }] };
  const passkeys = await store.table(passkeysTable).find({ userId });
  yield {
    kind: 'passkeys',
    rows: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
      name,
      created: moment(createdAt),
      last_used: lastUsedAt > 0 ? moment(lastUsedAt) : null,
    })),
  };
  const identities = await store.table(oidcIdentitiesTable).find({ userId });
  yield {
    kind: 'log-ins-elsewhere',
    rows: identities.map(({ issuer, subject, createdAt }) => ({ issuer, subject, created: moment(createdAt) })),
  };
  const grants = await store.table(grantsTable).find({ userId });
  yield {
    kind: 'connected-apps',
    rows: grants.map(({ appName, scopes, createdAt, usedAt, address }) => ({
      name: appName,
      scopes,
      created: moment(createdAt),
      last_used: moment(usedAt),
      last_address: address,
    })),
  };
  for await (const rows of rowsOf(store, pendingTable, { authorId: userId })) yield { kind: 'proposed-changes', rows };
  const uploads = await store.table(uploadsTable).find({ userId });
  yield {
    kind: 'unfinished-uploads',
    rows: uploads.map(({ name, length, received, expiresMs }) => ({
      name,
      bytes: length,
      received,
      expires: moment(expiresMs / 1000),
    })),
  };
}

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString();

async function withMeta(comments: readonly Comment[], store: Store): Promise<PersonRow[]> {
  const ids = comments.map(({ id }) => id);
  const meta = await store.meta.of('comment', ids);
  return comments.map((comment) => ({
    ...comment,
    meta: (meta.get(comment.id) ?? []).map(({ key, value }) => ({ key, value })),
  }));
}

/** Posts with their texts, and uploads with their files. */
async function* authored(ids: readonly number[], { store, library }: PersonWork): AsyncGenerator<PersonBatch> {
  const posts = await store.posts.byIds(ids);
  const uploads = posts.filter(({ type }) => type === 'attachment');
  const others = posts.filter(({ type }) => type !== 'attachment');
  yield { kind: 'posts', rows: others.filter(({ type }) => type !== 'revision').map(shown) };
  yield { kind: 'revisions', rows: others.filter(({ type }) => type === 'revision').map(shown) };
  const stored = await storedFilesOf(
    uploads.map(({ id }) => id),
    store,
  );
  const files: PersonalFile[] = [];
  for (const { file } of stored.values()) {
    const facts = await library.files.stat(file);
    if (facts) files.push({ name: file, bytes: facts.size, read: () => library.files.read(file) });
  }
  const rows = uploads.map((post) => ({ ...shown(post), file: stored.get(post.id)?.file ?? null }));
  yield { kind: 'uploads', rows, files };
}

function shown({ password, ...post }: Awaited<ReturnType<Store['posts']['byIds']>>[number]): PersonRow {
  return { ...post, has_password: password !== '' };
}

async function* audit(person: Person, store: Store): AsyncGenerator<PersonBatch> {
  const { userId } = person;
  // Where somebody else was when they did something is theirs.
  const addressOf = (row: AuditRow) => (row.userId === 0 || row.userId === userId ? row.address : '');
  const shownEntry = (row: AuditRow): PersonRow => ({ ...row, address: addressOf(row), at: moment(row.at) });
  for await (const rows of auditNaming(person, store)) yield { kind: 'audit', rows: rows.map(shownEntry) };
  if (userId === 0) return;
  for (const where of [{ userId }, aboutOf(userId)]) {
    for await (const rows of rowsOf(store, auditLogTable, where)) {
      const fresh = 'objectId' in where ? rows.filter((row) => row.userId !== userId) : rows;
      yield { kind: 'audit', rows: fresh.map(shownEntry) };
    }
  }
}
