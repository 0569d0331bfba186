import { invitationsTable } from '../../auth/invitations.ts';
import { grantsTable } from '../../auth/oauth/oauth-tables.ts';
import { oidcIdentitiesTable } from '../../auth/oidc.ts';
import { passkeysTable } from '../../auth/passkeys.ts';
import { listApplicationPasswords } from '../../auth/passwords/application-passwords.ts';
import { sessionsTable } from '../../auth/sessions.ts';
import { twoFactorState } from '../../auth/two-factor.ts';
import { auditLogTable } from '../../background/audit-log.ts';
import { uploadsTable } from '../../media/uploads/upload-table.ts';
import { pendingTable } from '../../pending/pending-table.ts';
import { fold } from '../../rules/fold.ts';
import { everything } from '../../rules/visibility.ts';
import { readOption } from '../../storage/options/site-options.ts';
import { termsOf } from './find-person.ts';
import { auditNaming, countComments, mailOf } from './person-rows.ts';
import type { ErasureChoices, Person, PlanRow } from './person-table.ts';
import type { PersonWork } from './person-work.ts';

/** What there is of a person, and what an erasure would do with it; nothing is changed. Kinds without anything are left out. */
export async function planErasure(
  person: Person,
  choices: ErasureChoices,
  work: PersonWork,
): Promise<readonly PlanRow[]> {
  const rows = [
    ...(await ofAccount(person, work)),
    ...(await ofContent(person, choices, work)),
    ...(await ofExtensions(person, work)),
    ...(await ofTexts(person, work)),
  ];
  return rows.filter(({ count }) => count > 0);
}

async function ofAccount(person: Person, { store }: PersonWork): Promise<PlanRow[]> {
  const { userId } = person;
  const mail = await countOf(mailOf(person, store));
  const named = await countOf(auditNaming(person, store));
  const invitations = await store.table(invitationsTable).count(invitedAs(person));
  const rows: PlanRow[] = [
    { kind: 'mail', action: 'removed', count: mail },
    { kind: 'invitations', action: 'removed', count: invitations },
  ];
  if (userId === 0) return [...rows, { kind: 'audit', action: 'anonymised', count: named }];
  const audit = store.table(auditLogTable);
  return [
    { kind: 'profile', action: 'removed', count: 1 },
    { kind: 'sessions', action: 'removed', count: await store.table(sessionsTable).count({ userId }) },
    {
      kind: 'application_passwords',
      action: 'removed',
      count: (await listApplicationPasswords(store, userId)).length,
    },
    {
      kind: 'two_factor',
      action: 'removed',
      count: (await twoFactorState(store, userId)).enabledAt === null ? 0 : 1,
    },
    { kind: 'passkeys', action: 'removed', count: await store.table(passkeysTable).count({ userId }) },
    { kind: 'log_ins_elsewhere', action: 'removed', count: await store.table(oidcIdentitiesTable).count({ userId }) },
    { kind: 'connected_apps', action: 'removed', count: await store.table(grantsTable).count({ userId }) },
    {
      kind: 'proposed_changes',
      action: 'removed',
      count: await store.table(pendingTable).count({ authorId: userId }),
    },
    { kind: 'unfinished_uploads', action: 'removed', count: await store.table(uploadsTable).count({ userId }) },
    {
      kind: 'audit',
      action: 'anonymised',
      count: named + (await audit.count({ userId })) + (await audit.count(aboutOf(userId))),
    },
    ...rows,
  ];
}

async function countOf(batches: AsyncIterable<readonly unknown[]>): Promise<number> {
  let count = 0;
  for await (const batch of batches) count += batch.length;
  return count;
}

/** What may become an account of theirs. */
export const invitedAs = ({ emails }: Person) => ({ emailKey: { in: emails.map((email) => fold(email)) } });

/** The entries of the audit log that are about an account. */
export const aboutOf = (userId: number) =>
  ({ objectId: userId, kind: { in: ['user', 'session', 'account'] as const } }) as const;

async function ofContent(person: Person, { uploads }: ErasureChoices, { store }: PersonWork): Promise<PlanRow[]> {
  const types = person.userId === 0 ? new Map<string, number>() : await store.posts.typesOfAuthor(person.userId);
  const files = types.get('attachment') ?? 0;
  const revisions = types.get('revision') ?? 0;
  const posts = [...types.values()].reduce((sum, count) => sum + count, 0) - files - revisions;
  return [
    { kind: 'comments', action: 'anonymised', count: await countComments(person, store) },
    { kind: 'posts', action: 'reassigned', count: posts },
    { kind: 'revisions', action: 'reassigned', count: revisions },
    { kind: 'uploads', action: uploads === 'remove' ? 'removed' : 'reassigned', count: files },
  ];
}

async function ofExtensions(person: Person, { extensions }: PersonWork): Promise<PlanRow[]> {
  const rows: PlanRow[] = [];
  for (const one of extensions()) {
    const { removed, anonymised } = await one.erase(person, { isDry: true });
    const kind = `extension:${one.extension}`;
    rows.push({ kind, action: 'removed', count: removed }, { kind, action: 'anonymised', count: anonymised });
  }
  return rows;
}

/** Texts stay as they were written: of posts, those that name the person, which somebody has to look at. */
async function ofTexts(person: Person, { store, kinds }: PersonWork): Promise<PlanRow[]> {
  const types = [...kinds()].map(({ type }) => type.name);
  let inPosts = 0;
  for (const term of termsOf(person))
    inPosts += await store.posts.count({ types, visibility: everything, search: [term] });
  const isAdminEmail = person.emails.includes(await readOption(store, 'admin_email'));
  return [
    { kind: 'texts_of_posts', action: 'kept', count: inPosts },
    { kind: 'texts_of_comments', action: 'kept', count: await countComments(person, store) },
    { kind: 'settings', action: 'kept', count: isAdminEmail ? 1 : 0 },
  ];
}
