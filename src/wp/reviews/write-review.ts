import type { Call } from '../../api/call.ts';
import type { Outbox } from '../../background/mail/outbox.ts';
import { callerOf, canEditPost, canPublishPosts } from '../../rules/capabilities.ts';
import type { Post } from '../../storage/rows.ts';
import { plainText } from '../../text/plain-text.ts';
import type { PreparedNote, SentNote } from '../comments/notes/write-note.ts';
import { type CoreContext, inTransaction, type OperationContext } from '../context/core-context.ts';
import { editorAddress } from '../context/mail-person.ts';
import { contentErrors } from '../posts/content-errors.ts';
import type { ContentKind } from '../posts/content-kind.ts';
import { planBeforehand } from '../posts/operations/post-fields.ts';
import { askBeforeWrite } from '../posts/operations/post-hooks.ts';
import { cleanBeforehand } from '../posts/operations/post-texts.ts';
import { updatePost } from '../posts/operations/update-post.ts';
import { reviewErrors } from './review-errors.ts';
import { mailReview, type ReviewMail } from './review-mail.ts';
import { endReview, type ReviewRow, reviewsTable } from './review-table.ts';

export const reviewActs = ['request', 'assign', 'approve', 'send_back'] as const;

export interface SentReview {
  readonly act: (typeof reviewActs)[number];
  readonly reviewer?: number | undefined;
  readonly note: string;
}

export interface ReviewedItem {
  readonly kind: ContentKind;
  readonly post: Post;
}

export interface ReviewWork {
  readonly roles: CoreContext['roles'];
  readonly mail: Pick<Outbox, 'enqueue' | 'isConfigured'>;
  readonly prepareNote: (sent: SentNote, call: Call) => Promise<PreparedNote>;
}

/** The state that each act needs, and the one it leads to. */
const steps = {
  request: { from: ['draft', 'auto-draft', 'pending'], needed: 'draft', to: 'pending' },
  assign: { from: ['pending'], needed: 'pending', to: 'pending' },
  approve: { from: ['pending'], needed: 'pending', to: 'publish' },
  send_back: { from: ['pending'], needed: 'pending', to: 'draft' },
} as const;

export const mayDecide = ({ kind, post }: ReviewedItem, { caller }: Pick<Call, 'caller'>): boolean =>
  canPublishPosts(caller, kind.type) && canEditPost(caller, kind.type, post);

export const reviewOf = async (postId: number, { store }: Pick<Call, 'store'>): Promise<ReviewRow | null> =>
  (await store.table(reviewsTable).find({ postId }))[0] ?? null;

/** Requests a review, names who shall do it, approves or sends back: state, note and mails, all of it or nothing. */
export async function review(item: ReviewedItem, sent: SentReview, call: Call, work: ReviewWork): Promise<Post> {
  const { kind, post } = item;
  const { act, note } = sent;
  const step = steps[act];
  if ((act === 'approve' || act === 'send_back') && !mayDecide(item, call))
    throw reviewErrors.platen_review_forbidden();
  if (act === 'send_back' && note === '') throw reviewErrors.platen_review_note();
  refuseState(post, act);
  if (sent.reviewer && !(await mayReview(sent.reviewer, item, call, work))) throw reviewErrors.platen_review_reviewer();
  const storePost = step.to === post.status ? null : await preparedStep(item, step.to, call);
  const storeNote = note === '' ? null : await work.prepareNote({ kind, post, content: note, people: [] }, call);
  const after = await inTransaction(call, async (inner) => {
    const before = await inner.store.posts.lockedById(post.id);
    if (!before) throw contentErrors.rest_post_invalid_id();
    // Somebody else may have decided meanwhile.
    refuseState(before, act);
    if (!storePost && before.status !== step.to)
      throw reviewErrors.platen_review_state({ status: before.status, needed: step.to });
    const inside: Call = { ...call, ...inner };
    await storeNote?.(inside);
    const known = before.status === 'pending' ? await reviewOf(post.id, inside) : null;
    const row = rowAfter(sent, before, known, call);
    const written = storePost ? await storePost(inner) : before;
    // The write has ended what was asked for before, and extensions may have wanted another state.
    if (row && written.status === 'pending') await inner.store.table(reviewsTable).put(row);
    else await endReview(post.id, inner);
    await tell(item, sent, { known, row }, inside, work);
    return written;
  });
  call.forget();
  return after;
}

/** The write of a state, which extensions were asked about, with what is cleaned and checked before the transaction. */
async function preparedStep({ kind, post }: ReviewedItem, status: string, call: Call) {
  const draft = await askBeforeWrite(kind, post.id, { status }, call);
  const cleaned = await cleanBeforehand(kind, post.id, draft, call);
  const planned = await planBeforehand(kind, post.id, draft, call);
  return (inner: OperationContext): Promise<Post> => updatePost(kind, post.id, draft, inner, { cleaned, planned });
}

function refuseState({ status }: Post, act: SentReview['act']): void {
  const { from, needed } = steps[act];
  if (!from.some((one) => one === status)) throw reviewErrors.platen_review_state({ status, needed });
}

/** Whether an account may publish the item. */
async function mayReview(
  id: number,
  { kind, post }: ReviewedItem,
  call: Call,
  { roles }: ReviewWork,
): Promise<boolean> {
  const held = (await call.store.users.capabilities([id])).get(id);
  if (!held) return false;
  return mayDecide({ kind, post }, { caller: callerOf(id, held, await roles(call.store)) });
}

/** Who asked and who shall review afterwards; null once it is decided. */
function rowAfter({ act, reviewer }: SentReview, post: Post, known: ReviewRow | null, call: Call): ReviewRow | null {
  if (act === 'approve' || act === 'send_back') return null;
  const isFirst = act === 'request' && (post.status !== 'pending' || !known);
  return {
    postId: post.id,
    requestedBy: isFirst ? call.caller.userId : (known?.requestedBy ?? post.authorId),
    requestedMs: isFirst ? call.now : (known?.requestedMs ?? call.now),
    reviewerId: reviewer ?? (isFirst ? 0 : (known?.reviewerId ?? 0)),
  };
}

interface Rows {
  readonly known: ReviewRow | null;
  readonly row: ReviewRow | null;
}

/** Tells whoever has to do something now; nobody is told what they did themselves. */
async function tell({ kind, post }: ReviewedItem, { act, note }: SentReview, rows: Rows, call: Call, work: ReviewWork) {
  if (!work.mail.isConfigured) return;
  const isAsked = rows.row !== null;
  if (isAsked && rows.row?.reviewerId === rows.known?.reviewerId) return;
  const to = isAsked ? (rows.row?.reviewerId ?? 0) : (rows.known?.requestedBy ?? post.authorId);
  if (to === 0 || to === call.caller.userId) return;
  const people = new Map((await call.store.users.byIds([to, call.caller.userId])).map((user) => [user.id, user]));
  const recipient = people.get(to)?.email;
  if (!recipient) return;
  const mail: ReviewMail = isAsked ? 'requested' : act === 'approve' ? 'approved' : 'sentBack';
  const values = {
    writer: people.get(call.caller.userId)?.displayName ?? '',
    title: plainText(post.title) || `#${post.id}`,
    note,
    link: editorAddress(call.site, kind.type.name, post.id),
  };
  await mailReview(mail, recipient, values, { ...call, mail: work.mail });
}
