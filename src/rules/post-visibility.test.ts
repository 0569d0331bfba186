import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anonymous,
  type Caller,
  callerOf,
  canDeletePost,
  canEditComment,
  canEditPost,
  type TypeFacts,
} from './capabilities.ts';
import { commentVisibility, editVisibility, readVisibility } from './post-visibility.ts';
import { standardRoles } from './roles.ts';
import { type CommentVisibilitySubject, sees, seesComment } from './visibility.ts';

const post: TypeFacts = { name: 'post', capabilityType: 'post', inheritsFromParent: false, public: true };
const page: TypeFacts = { name: 'page', capabilityType: 'page', inheritsFromParent: false, public: true };
const media: TypeFacts = { name: 'attachment', capabilityType: 'post', inheritsFromParent: true, public: true };
const hidden: TypeFacts = { name: 'form', capabilityType: 'page', inheritsFromParent: false, public: false };
const types = [post, page, media, hidden];
const me = 7;
const other = 8;

const as = (role: string): Caller => (role === 'anonymous' ? anonymous : callerOf(me, { [role]: true }, standardRoles));
const reads = (role: string, row: { type?: string; status: string; authorId?: number }) =>
  sees(readVisibility(as(role), types), { type: 'post', authorId: other, ...row });

describe('reading', () => {
  it.each([
    ['anonymous', 'publish', true],
    ['anonymous', 'draft', false],
    ['anonymous', 'future', false],
    ['anonymous', 'private', false],
    ['anonymous', 'trash', false],
    ['anonymous', 'invented', false],
    ['subscriber', 'publish', true],
    ['subscriber', 'private', false],
    ['contributor', 'pending', false],
    ['author', 'draft', false],
    ['author', 'private', false],
    ['editor', 'draft', true],
    ['editor', 'private', true],
    ['editor', 'future', true],
    ['editor', 'trash', true],
    ['editor', 'invented', true],
  ])('%s and the %s post of another: %s', (role, status, expected) => {
    expect(reads(role, { status })).toBe(expected);
  });

  it.each(['draft', 'pending', 'private', 'trash', 'future'])('one reads one’s own %s post', (status) => {
    expect(reads('subscriber', { status, authorId: me })).toBe(true);
  });

  it('a user without any role reads what a visitor reads', () => {
    const nobody = callerOf(me, {}, standardRoles);
    const visibility = readVisibility(nobody, types);
    expect(sees(visibility, { type: 'post', status: 'draft', authorId: me })).toBe(false);
    expect(sees(visibility, { type: 'post', status: 'publish', authorId: me })).toBe(true);
  });

  it('a visitor does not own the rows that belong to nobody', () => {
    expect(reads('anonymous', { status: 'draft', authorId: 0 })).toBe(false);
  });

  it('types that are not public are there only for their editors', () => {
    expect(reads('anonymous', { type: 'form', status: 'publish' })).toBe(false);
    expect(reads('author', { type: 'form', status: 'publish' })).toBe(false);
    expect(reads('editor', { type: 'form', status: 'publish' })).toBe(true);
  });

  it('types nobody registered stay hidden, even for an administrator', () => {
    expect(reads('administrator', { type: 'left-behind', status: 'publish' })).toBe(false);
  });
});

describe('media that inherit', () => {
  const picture = { type: 'attachment', status: 'inherit', authorId: other };
  const on = (status: string, authorId = other) => ({ ...picture, parent: { type: 'post', status, authorId } });

  it.each([
    ['anonymous', { ...picture, parent: null }, true],
    ['anonymous', on('publish'), true],
    ['anonymous', on('draft'), false],
    ['anonymous', on('trash'), false],
    ['author', on('draft'), false],
    ['author', on('draft', me), true],
    ['author', { ...on('draft'), authorId: me }, true],
    ['editor', on('draft'), true],
    ['anonymous', { ...picture, status: 'private', parent: null }, false],
    ['editor', { ...picture, status: 'private', parent: null }, true],
  ])('%s, %j: %s', (role, row, expected) => {
    expect(sees(readVisibility(as(role), types), row)).toBe(expected);
  });
});

describe('editing and removing', () => {
  it.each([
    ['contributor', { status: 'draft', authorId: me }, true],
    ['contributor', { status: 'publish', authorId: me }, false],
    ['contributor', { status: 'trash', authorId: me, trashedFrom: 'draft' }, true],
    ['contributor', { status: 'trash', authorId: me, trashedFrom: null }, true],
    ['contributor', { status: 'trash', authorId: me, trashedFrom: 'publish' }, false],
    ['contributor', { status: 'trash', authorId: me }, false],
    ['author', { status: 'publish', authorId: me }, true],
    ['author', { status: 'private', authorId: me }, true],
    ['author', { status: 'draft', authorId: other }, false],
    ['editor', { status: 'private', authorId: other }, true],
    ['anonymous', { status: 'draft', authorId: 0 }, false],
  ])('%s, %j: %s', (role, row, expected) => {
    expect(canEditPost(as(role), post, row)).toBe(expected);
    expect(canDeletePost(as(role), post, row)).toBe(expected);
  });

  it('asks for the private capability beside the one for others’ posts', () => {
    const caller = callerOf(me, { edit_posts: true, edit_others_posts: true }, standardRoles);
    expect(canEditPost(caller, post, { status: 'draft', authorId: other })).toBe(true);
    expect(canEditPost(caller, post, { status: 'private', authorId: other })).toBe(false);
    expect(canEditPost(caller, post, { status: 'publish', authorId: other })).toBe(false);
  });
});

const capability = fc.constantFrom(...Object.keys(standardRoles.get('editor')!.capabilities));
const anyCaller = fc.oneof(
  fc.constantFrom('anonymous', ...standardRoles.keys()).map(as),
  fc.array(capability).map((held) => callerOf(me, Object.fromEntries(held.map((name) => [name, true])), standardRoles)),
);
const anyRow = fc.record({
  type: fc.constantFrom('post', 'page', 'attachment', 'form'),
  status: fc.constantFrom('publish', 'future', 'draft', 'pending', 'private', 'auto-draft', 'inherit', 'trash'),
  authorId: fc.constantFrom(0, me, other),
});

describe('one rule on every surface', () => {
  it('a list in edit context holds exactly what the item check allows', () => {
    fc.assert(
      fc.property(anyCaller, anyRow, (caller, row) => {
        const type = types.find((each) => each.name === row.type)!;
        expect(sees(editVisibility(caller, types), row)).toBe(canEditPost(caller, type, row));
      }),
    );
  });

  it('what may be edited may be read', () => {
    fc.assert(
      fc.property(anyCaller, anyRow, (caller, row) => {
        fc.pre(sees(editVisibility(caller, types), row));
        expect(sees(readVisibility(caller, types), { ...row, parent: null })).toBe(true);
      }),
    );
  });

  it('nobody sees less for having more', () => {
    fc.assert(
      fc.property(anyCaller, anyRow, (caller, row) => {
        fc.pre(sees(readVisibility(anonymous, types), { ...row, parent: null }));
        expect(sees(readVisibility(caller, types), { ...row, parent: null })).toBe(true);
      }),
    );
  });
});

describe('comments', () => {
  const open = { id: 1, type: 'post', status: 'publish', authorId: other, password: '' };
  const said: CommentVisibilitySubject = { approved: '1', type: 'comment', userId: 0, post: open };
  const shows = (role: string, comment: Partial<CommentVisibilitySubject>, unlocked: number[] = []) =>
    seesComment(commentVisibility(as(role), types, { unlockedPostIds: unlocked }), { ...said, ...comment });

  it.each([
    ['anonymous', {}, true],
    ['anonymous', { type: '' }, true],
    ['anonymous', { type: 'pingback' }, true],
    ['anonymous', { type: 'order_note' }, false],
    ['anonymous', { approved: '0' }, false],
    ['anonymous', { post: null }, false],
    ['anonymous', { post: { ...open, status: 'draft' } }, false],
    ['subscriber', { approved: '0', userId: me }, true],
    ['subscriber', { userId: me, post: { ...open, status: 'private' } }, false],
    ['author', { approved: '0' }, false],
    ['author', { approved: '0', post: { ...open, authorId: me } }, true],
    ['author', { type: 'order_note', post: { ...open, authorId: me } }, false],
    ['editor', { approved: 'spam' }, true],
    ['editor', { approved: 'trash', post: null }, true],
    ['editor', { type: 'order_note' }, true],
    ['editor', { post: { ...open, status: 'trash' } }, true],
  ])('%s, %j: %s', (role, comment, expected) => {
    expect(shows(role, comment)).toBe(expected);
  });

  it('behind a password they need the password, or the right to edit the post', () => {
    const locked = { post: { ...open, password: 'sesame' } };
    expect(shows('anonymous', locked)).toBe(false);
    expect(shows('anonymous', locked, [1])).toBe(true);
    expect(shows('subscriber', { ...locked, userId: me })).toBe(false);
    expect(shows('author', { post: { ...locked.post, authorId: me } })).toBe(true);
    expect(shows('editor', locked)).toBe(true);
  });

  it('only moderators who may edit the post may change them', () => {
    const mine = { type: post, post: { status: 'publish', authorId: me } };
    expect(canEditComment(as('author'), mine)).toBe(false);
    expect(canEditComment(as('editor'), mine)).toBe(true);
    expect(canEditComment(as('editor'), null)).toBe(true);
    expect(canEditComment(callerOf(me, { moderate_comments: true }, standardRoles), mine)).toBe(false);
  });
});

describe('the shape of a visibility filter', () => {
  it('is short for those who may see everything', () => {
    expect(readVisibility(as('editor'), types).anyOf).toEqual([
      { types: ['post', 'page', 'attachment', 'form'], statuses: 'any' },
    ]);
  });

  it('names no user for a visitor', () => {
    expect(JSON.stringify(readVisibility(anonymous, types))).not.toContain('authorId');
  });
});
