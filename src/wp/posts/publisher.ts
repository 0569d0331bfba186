import type { Hooks } from '../../background/hooks.ts';
import { type Background, startLoop } from '../../background/loop.ts';
import type { Job } from '../../lib/jobs.ts';
import { system } from '../../rules/capabilities.ts';
import type { Site } from '../../rules/site.ts';
import { gmtAt, millisecondsOf } from '../../rules/zone.ts';
import type { Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { inTransaction, type OperationContext } from '../context/core-context.ts';
import type { ContentKinds } from './content-kind.ts';
import { notifyIfPublished, recordActions } from './operations/post-hooks.ts';
import { assignDefaultTerms, taxonomiesLeftEmpty } from './operations/post-relations.ts';
import { uniqueSlug, wantedSlug } from './operations/post-slug.ts';

export interface PublisherOptions {
  readonly store: Store;
  readonly site: () => Promise<Site>;
  readonly clock: () => number;
  readonly kinds: ContentKinds;
  /** The hooks of extensions; null if nobody listens. */
  readonly hooks: Hooks | null;
  readonly job: Job;
  /** Longest pause between two checks: other processes schedule posts too, and the clock may be adjusted. */
  readonly longestPauseMs?: number;
}

/**
 * Publishes scheduled posts when they are due. The schedule is read from the database each time, so nothing is lost on
 * a restart, and any number of workers may run at the same time.
 */
export function startPublisher(options: PublisherOptions): Background {
  const { longestPauseMs = 1000, job } = options;
  return startLoop({ job, round: () => publishRound(options), everyMs: longestPauseMs });
}

/** Publishes due posts and returns the milliseconds until the next one is due. */
export async function publishRound({ store, site, clock, kinds, hooks }: PublisherOptions): Promise<number> {
  const now = clock();
  const next = await store.posts.nextDue();
  if (next === null) return Number.POSITIVE_INFINITY;
  const wait = millisecondsOf(next) - now;
  if (wait > 0) return wait;
  await publishDue(kinds, { store, site: await site(), caller: system, now, hooks });
  const following = await store.posts.nextDue();
  // A row that is still due could not be published; it is retried after the longest pause, not at once.
  const left = following === null ? Number.POSITIVE_INFINITY : millisecondsOf(following) - clock();
  return left > 0 ? left : Number.POSITIVE_INFINITY;
}

const batch = 100;

/**
 * Publishes scheduled rows that are due and returns how many. Each row is read again in its own transaction, so that
 * one that was unscheduled, rescheduled or published by another worker meanwhile is left alone.
 */
export async function publishDue(kinds: ContentKinds, work: OperationContext): Promise<number> {
  let published = 0;
  for (;;) {
    const due = await work.store.posts.due(gmtAt(work.now), batch);
    let progress = 0;
    for (const { id } of due) if (await publishIfDue(kinds, id, work)) progress++;
    published += progress;
    if (due.length < batch || progress === 0) return published;
  }
}

function publishIfDue(kinds: ContentKinds, id: number, work: OperationContext): Promise<boolean> {
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    const post = await store.posts.lockedById(id);
    if (post?.status !== 'future' || post.dateGmt > gmtAt(work.now)) return false;
    const kind = kinds.find(post.type);
    const slug =
      post.slug !== '' || !kind
        ? post.slug
        : await uniqueSlug(kind, wantedSlug(kind, '', post.title, 'publish') || String(id), post, store);
    await store.posts.update(id, { status: 'publish', slug });
    const published: Post = { ...post, status: 'publish', slug };
    if (kind) {
      await assignDefaultTerms(published, await taxonomiesLeftEmpty(kind, id, {}, store), inner);
      await notifyIfPublished(kind, post, published, inner);
    }
    await recordActions(published, ['publish'], inner);
    return true;
  });
}
