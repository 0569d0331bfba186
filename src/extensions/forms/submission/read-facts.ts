import type { Call, Site } from '../../../extension.ts';
import type { SubmissionFacts } from '../mail/special-tags.ts';

/** The facts of a submission that come from its request alone. */
export type RequestFacts = Omit<SubmissionFacts, 'serial' | 'invalidFields'>;

/** Reads who sent it, from which page and when; `postId` is the page that contains the form, as the form reports it. */
export async function readFacts(call: Call, postId: number): Promise<RequestFacts> {
  const { request, site, store, caller, now } = call;
  const referer = request.headers['referer'] ?? '';
  const post = Number.isSafeInteger(postId) && postId > 0 ? await store.posts.byId(postId) : null;
  const author = post?.status === 'publish' ? await store.users.byId(post.authorId) : null;
  const user = caller.userId > 0 ? await store.users.byId(caller.userId) : null;
  return {
    remoteAddress: request.remoteAddress,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 254),
    url: isOwn(referer, site) ? referer : `${site.apiUrl}${request.path}`,
    localTime: site.zone.localAt(now),
    dateFormat: site.dateFormat,
    timeFormat: site.timeFormat,
    site: { title: site.title, description: site.tagline, url: site.url, adminEmail: site.adminEmail },
    post:
      post?.status === 'publish'
        ? {
            id: post.id,
            slug: post.slug,
            title: post.title,
            url: `${site.url}/?p=${post.id}`,
            author: author?.displayName ?? '',
            authorEmail: author?.email ?? '',
          }
        : null,
    user: user
      ? { login: user.login, email: user.email, url: user.url, display_name: user.displayName, id: String(user.id) }
      : null,
  };
}

/** Whether a page belongs to the site or to the server that its interface answers on. */
function isOwn(address: string, { url, serverUrl }: Site): boolean {
  return [url, serverUrl].some((base) => address === base || address.startsWith(`${base}/`));
}
