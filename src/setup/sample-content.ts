import type { Site } from '../rules/site.ts';
import { gmtAt } from '../rules/zone.ts';
import type { Store } from '../storage/store.ts';

/** A post with a comment and a page, so that the first request returns something. */
export async function addSampleContent(
  store: Store,
  facts: { authorId: number; site: Site; nowMs: number },
): Promise<void> {
  const dateGmt = gmtAt(facts.nowMs);
  const date = facts.site.zone.localAt(facts.nowMs);
  const shared = {
    authorId: facts.authorId,
    date,
    dateGmt,
    modified: date,
    modifiedGmt: dateGmt,
    excerpt: '',
    status: 'publish',
    pingStatus: 'open',
    password: '',
    parentId: 0,
    menuOrder: 0,
    mimeType: '',
  };
  const postId = await store.posts.insert({
    ...shared,
    type: 'post',
    title: 'A first post',
    slug: 'a-first-post',
    content: 'This post was made with the site. Change it, or remove it and write your own.',
    commentStatus: 'open',
    guid: '',
  });
  await store.posts.update(postId, { guid: `${facts.site.url}/?p=${postId}` });
  await store.terms.assign(postId, 'category', [facts.site.defaultCategoryId]);
  const pageId = await store.posts.insert({
    ...shared,
    type: 'page',
    title: 'A sample page',
    slug: 'a-sample-page',
    content: 'Pages stay in one place while posts move down the list. This one can tell visitors who you are.',
    commentStatus: 'closed',
    guid: '',
  });
  await store.posts.update(pageId, { guid: `${facts.site.url}/?page_id=${pageId}` });
  await store.comments.insert({
    postId,
    authorName: 'A reader',
    authorEmail: 'reader@example.org',
    authorUrl: '',
    authorIp: '127.0.0.1',
    date,
    dateGmt,
    content: 'Comments look like this one. Approve, edit or remove them as you like.',
    karma: 0,
    approved: '1',
    userAgent: '',
    type: 'comment',
    parentId: 0,
    userId: 0,
  });
  await store.comments.recount(postId);
}
