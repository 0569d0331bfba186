import { invitationsTable } from '../../auth/invitations.ts';
import { auditLogTable } from '../../background/audit-log.ts';
import { removeMailFiles } from '../../background/mail/mail-files.ts';
import { mailJobsTable } from '../../background/mail/mail-jobs.ts';
import { queueTable } from '../../background/queue-jobs.ts';
import { eraseFromWebhooks, eraseItemTexts } from '../../changes/webhooks/erase-from-webhooks.ts';
import { itemKeyOf } from '../../changes/webhooks/item-changes.ts';
import { uploadsTable } from '../../media/uploads/upload-table.ts';
import { pendingTable } from '../../pending/pending-table.ts';
import { system } from '../../rules/capabilities.ts';
import { renderedTextsTable } from '../../site/render-cache-table.ts';
import type { Comment } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import type { OperationContext } from '../context/core-context.ts';
import { removeMedia } from '../media/remove-media.ts';
import { visitsTable } from '../posts/presence/presence-table.ts';
import { reviewsTable } from '../reviews/review-table.ts';
import { removeUser } from '../users/write-user.ts';
import { mentions, termsOf } from './find-person.ts';
import { auditNaming, authoredBy, commentsOf, countComments, mailOf } from './person-rows.ts';
import type { ErasureChoices, Person } from './person-table.ts';
import type { PersonWork } from './person-work.ts';
import { aboutOf, invitedAs } from './plan-erasure.ts';
import { refuseLastRuler } from './refuse-last-ruler.ts';

/** Called after each batch with how many things were done; throws where the work should stop. */
export type Watch = (done: number) => void;

/**
 * Erases a person, in batches that are whole each. What is done is not found again, so that a run which was killed is
 * begun anew and does the rest. The account goes last: until then the person can be found.
 */
export async function erasePerson(
  person: Person,
  choices: ErasureChoices,
  work: PersonWork,
  watch: Watch,
): Promise<void> {
  await refuseLastRuler(person, work.store, work);
  await eraseComments(person, work, watch);
  await eraseFromExtensions(person, work, watch);
  if (person.userId > 0) {
    await eraseAuthorship(person, choices, work, watch);
    await eraseUnfinishedUploads(person, work);
    await work.store.transaction((inside) => eraseFromWebhooks(inside, itemsAndTexts(person)));
    await eraseAccount(person, choices, work);
    await work.store.table(pendingTable).remove({ authorId: person.userId });
    await work.store.table(visitsTable).remove({ userId: person.userId });
    await work.store.table(reviewsTable).update({ reviewerId: person.userId }, { reviewerId: 0 });
    await work.store.table(reviewsTable).update({ requestedBy: person.userId }, { requestedBy: 0 });
  }
  await eraseAudit(person, work.store);
  await eraseCopies(person, work.store);
  // Whatever was made of the rows in memory, here and on other instances.
  await work.store.invalidateTags('everything');
}

/** The name that WordPress gives such comments too. */
const anonymousName = 'Anonymous';
const anonymous: Partial<Comment> = {
  authorName: anonymousName,
  authorEmail: '',
  authorUrl: '',
  authorIp: '',
  userAgent: '',
  userId: 0,
};

const mostRounds = 5;

async function eraseComments(person: Person, { store }: PersonWork, watch: Watch): Promise<void> {
  // Somebody may comment meanwhile.
  for (let round = 0; round < mostRounds; round += 1) {
    for await (const rows of commentsOf(person, store)) {
      await store.transaction((inside) => anonymise(rows, person, inside));
      watch(rows.length);
    }
    if ((await countComments(person, store)) === 0) return;
  }
}

/** Comments without their author: the text stays. Values of plugins that name the person go. */
async function anonymise(comments: readonly Comment[], person: Person, store: Store): Promise<void> {
  const ids = comments.map(({ id }) => id);
  const own = comments.flatMap((one) => [one.authorName, one.authorEmail, one.authorUrl, one.authorIp]);
  const terms = [...new Set([...termsOf(person), ...own])].filter((term) => term.length > 3);
  const meta = [...(await store.meta.of('comment', ids)).values()].flat();
  await store.meta.removeRows(
    'comment',
    meta.filter(({ value }) => value !== null && mentions(value, terms)),
  );
  await store.comments.updateMany(ids, anonymous);
  await eraseItemTexts(
    store,
    ids.map((id) => itemKeyOf({ kind: 'comment', id })),
  );
}

async function eraseFromExtensions(person: Person, { extensions }: PersonWork, watch: Watch): Promise<void> {
  for (const extension of extensions()) {
    for (;;) {
      const { removed, anonymised, more } = await extension.erase(person, { isDry: false });
      watch(removed + anonymised);
      if (!more) break;
    }
  }
}

async function operation(work: PersonWork): Promise<OperationContext> {
  const { store, clock, hooks } = work;
  return { store, site: await work.site(store), caller: system, now: clock(), hooks: hooks() };
}

/** Gives posts of every type with their revisions to another author; files too, or removes these. */
async function eraseAuthorship(person: Person, choices: ErasureChoices, work: PersonWork, watch: Watch): Promise<void> {
  const { store } = work;
  for await (const rows of authoredBy(person, store)) {
    const files = choices.uploads === 'remove' ? rows.filter(({ type }) => type === 'attachment') : [];
    for (const { id } of files) await removeFile(id, work);
    const left = rows.filter((row) => !files.includes(row)).map(({ id }) => id);
    await store.posts.reassign(left, choices.reassign);
    watch(rows.length);
  }
}

async function removeFile(id: number, work: PersonWork): Promise<void> {
  const files = await removeMedia(work.kinds().of('attachment'), id, await operation(work), (store) =>
    eraseItemTexts(store, [itemKeyOf({ kind: 'post', id })]),
  );
  if (files) await work.library.remove(files);
}

async function eraseUnfinishedUploads({ userId }: Person, { store, uploads }: PersonWork): Promise<void> {
  for (const upload of await store.table(uploadsTable).find({ userId })) await uploads.remove(upload);
}

async function eraseAccount(person: Person, { reassign }: ErasureChoices, work: PersonWork): Promise<void> {
  const user = await work.store.users.byId(person.userId);
  if (!user) return;
  await removeUser(person.userId, reassign, await operation(work), work.kinds(), async (inside) => {
    await inside.lock('roles');
    await refuseLastRuler(person, inside, work);
  });
}

/** What happened stays in the audit log, with the number of an account that is gone and without names and addresses. */
async function eraseAudit(person: Person, store: Store): Promise<void> {
  const { userId } = person;
  for await (const rows of auditNaming(person, store)) {
    const ids = rows.map(({ id }) => id);
    await store.table(auditLogTable).update({ id: { in: ids } }, { objectName: '', detail: null });
  }
  if (userId === 0) return;
  await store.transaction(async (inside) => {
    const entries = inside.table(auditLogTable);
    await entries.update({ userId }, { address: '' });
    await entries.update(aboutOf(userId), { address: '', objectName: '', detail: null });
  });
}

/** Rows that hold copies of what was elsewhere: mail, deliveries, work that was given up, rendered texts. */
async function eraseCopies(person: Person, store: Store): Promise<void> {
  await store.table(invitationsTable).remove(invitedAs(person));
  await eraseMail(person, store);
  await store.transaction((inside) => eraseFromWebhooks(inside, itemsAndTexts(person)));
  for (const term of termsOf(person)) {
    const contains = { contains: term } as const;
    await store.transaction(async (inside) => {
      await inside.table(queueTable).remove({ payload: contains, state: 'dead' });
      await inside.table(renderedTextsTable).remove({ text: contains });
    });
  }
}

async function eraseMail(person: Person, store: Store): Promise<void> {
  for await (const ids of mailOf(person, store)) {
    await store.transaction(async (inside) => {
      await removeMailFiles(inside, ids);
      await inside.table(mailJobsTable).remove({ id: { in: [...ids] } });
    });
  }
  for (const email of person.emails)
    await store.table(mailJobsTable).update({ lastError: { contains: email } }, { lastError: '' });
}

/** The account and what stands for the person in messages of webhooks. */
const itemsAndTexts = (person: Person) => ({
  keys: person.userId > 0 ? [itemKeyOf({ kind: 'user', id: person.userId })] : [],
  texts: termsOf(person),
});
