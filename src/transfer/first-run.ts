import { randomBytes } from 'node:crypto';
import { createAccount } from '../auth/accounts.ts';
import { isUsablePassword, longestPasswordBytes } from '../auth/passwords/password-hash.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Site } from '../rules/site.ts';
import { identityOptionNames, siteOptions } from '../rules/site-options.ts';
import { gmtAt } from '../rules/zone.ts';
import { writeOption } from '../storage/options/site-options.ts';
import type { OpenStore, Store } from '../storage/store.ts';
import { StoreError } from '../storage/store-error.ts';

const mostAttempts = 5;

/** What the first start created. */
export interface FirstRun {
  /** The password, if it was generated; shown once and stored only as a hash. */
  readonly password: string | null;
}

/** What a first start depends on. */
export interface FirstRunContext {
  readonly store: OpenStore;
  readonly config: Config;
  readonly clock: () => number;
  readonly site: (store: Store) => MaybePromise<Site>;
  /** Stored instead of hashing the configured password. */
  readonly adminPasswordHash?: string | undefined;
  readonly extensions: readonly { readonly onNewSite?: (store: Store, facts: NewSite) => Promise<void> }[];
}

/** The facts about a newly created site. */
export interface NewSite {
  readonly site: Site;
  /** The administrator. */
  readonly authorId: number;
  readonly nowMs: number;
}

function checkAdminPassword({ adminPassword }: Config): void {
  if (adminPassword === '' || isUsablePassword(adminPassword)) return;
  throw new ConfigError(
    `PLATEN_ADMIN_PASSWORD must not be blank and has at most ${longestPasswordBytes} bytes. Choose another.`,
  );
}

/**
 * Fills an empty database with what a site needs: settings, the administrator, a category, and optional sample content.
 */
export async function firstRun(context: FirstRunContext): Promise<FirstRun | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await createSite(context);
    } catch (error) {
      // Another process may be creating the site, for longer than a statement waits.
      if (!(error instanceof StoreError && error.failure === 'busy') || attempt === mostAttempts) throw error;
    }
  }
}

async function createSite(context: FirstRunContext): Promise<FirstRun | null> {
  const { store, config } = context;
  if ((await store.users.count({})) > 0) return null;
  checkAdminPassword(config);
  const password = config.adminPassword || randomBytes(18).toString('base64url');
  const made = await store.transaction(async (inside) => {
    // Processes may start together: one creates the site, and the others wait for it and find it created.
    await inside.lock('first start');
    if ((await inside.users.count({})) > 0) return false;
    for (const name of identityOptionNames) {
      // An address that is not stored follows where the server answers.
      if (name === 'siteurl' || name === 'home') continue;
      await writeOption(inside, name, name === 'admin_email' ? config.adminEmail : siteOptions[name].default);
    }
    const adminId = await createAccount(inside, {
      login: config.adminUser,
      email: config.adminEmail,
      password,
      ...(context.adminPasswordHash ? { passwordHash: context.adminPasswordHash } : {}),
      roles: ['administrator'],
      nowMs: context.clock(),
    });
    await inside.terms.insert({
      name: 'Uncategorized',
      slug: 'uncategorized',
      taxonomy: 'category',
      description: '',
      parentId: 0,
    });
    if (config.sampleContent) {
      const newSite: NewSite = { authorId: adminId, site: await context.site(inside), nowMs: context.clock() };
      await addSampleContent(inside, newSite);
      for (const extension of context.extensions) await extension.onNewSite?.(inside, newSite);
    }
    return true;
  });
  return made ? { password: config.adminPassword ? null : password } : null;
}

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
