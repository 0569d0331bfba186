import type { Comment, Post, User } from '../../src/storage/rows.ts';

const date = '2024-03-01 10:00:00';

/** A post with everything a row needs; name what matters to the test. */
export function postRow(
  changes: Partial<Omit<Post, 'commentCount'>> = {},
): Omit<Post, 'id' | 'commentCount'> & { id?: number } {
  return {
    authorId: 1,
    date,
    dateGmt: date,
    content: '',
    title: 'A post',
    excerpt: '',
    status: 'publish',
    commentStatus: 'open',
    pingStatus: 'open',
    password: '',
    slug: 'a-post',
    modified: date,
    modifiedGmt: date,
    parentId: 0,
    guid: '',
    menuOrder: 0,
    type: 'post',
    mimeType: '',
    ...changes,
  };
}

export function userRow(login: string, changes: Partial<User> = {}): Omit<User, 'id'> & { id?: number } {
  return {
    login,
    passwordHash: '',
    slug: login.toLowerCase(),
    email: `${login.toLowerCase()}@example.org`,
    url: '',
    registered: date,
    activationKey: '',
    status: 0,
    displayName: login,
    ...changes,
  };
}

export function commentRow(postId: number, changes: Partial<Comment> = {}): Omit<Comment, 'id'> & { id?: number } {
  return {
    postId,
    authorName: 'A reader',
    authorEmail: 'reader@example.org',
    authorUrl: '',
    authorIp: '192.0.2.1',
    date,
    dateGmt: date,
    content: 'A comment.',
    karma: 0,
    approved: '1',
    userAgent: '',
    type: 'comment',
    parentId: 0,
    userId: 0,
    ...changes,
  };
}
