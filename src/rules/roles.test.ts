import { describe, expect, it } from 'vitest';
import { callerOf, heldCapabilities } from './capabilities.ts';
import { rolesFrom, standardRoles } from './roles.ts';

const sizeOf = (role: string) => Object.keys(standardRoles.get(role)!.capabilities).length;

describe('the five standard roles', () => {
  it('hold as many capabilities as their public table lists', () => {
    expect([...standardRoles.keys()].map((role) => [role, sizeOf(role)])).toEqual([
      ['administrator', 61],
      ['editor', 34],
      ['author', 10],
      ['contributor', 5],
      ['subscriber', 2],
    ]);
  });

  it.each([
    ['subscriber', 'read', 'edit_posts'],
    ['contributor', 'edit_posts', 'publish_posts'],
    ['author', 'upload_files', 'edit_others_posts'],
    ['author', 'delete_published_posts', 'edit_pages'],
    ['editor', 'unfiltered_html', 'manage_options'],
    ['administrator', 'promote_users', 'no_such_thing'],
  ])('%s may %s but not %s', (role, may, mayNot) => {
    const caller = callerOf(7, { [role]: true }, standardRoles);
    expect([caller.can(may), caller.can(mayNot)]).toEqual([true, false]);
  });
});

describe('what a user holds', () => {
  it('joins several roles and names the roles themselves', () => {
    const held = heldCapabilities({ contributor: true, author: true }, standardRoles);
    expect(held.get('publish_posts')).toBe(true);
    expect(held.get('contributor')).toBe(true);
    expect(held.get('level_2')).toBe(true);
  });

  it('lets a capability stored for the user alone have the last word', () => {
    const caller = callerOf(7, { editor: true, unfiltered_html: false, manage_options: true }, standardRoles);
    expect(caller.can('unfiltered_html')).toBe(false);
    expect(caller.can('manage_options')).toBe(true);
    expect(caller.roles).toEqual(['editor']);
  });

  it('gives nothing for a role nobody defined', () => {
    expect(callerOf(7, { wizard: true }, standardRoles).can('read')).toBe(false);
  });

  it('is not misled by names that objects inherit', () => {
    const caller = callerOf(7, { subscriber: true }, standardRoles);
    expect([caller.can('constructor'), caller.can('__proto__'), caller.can('toString')]).toEqual([false, false, false]);
  });
});

describe('roles a site keeps itself', () => {
  it('replace the standard table', () => {
    const table = rolesFrom({
      shopkeeper: { name: 'Shopkeeper', capabilities: { read: true, sell: 1, steal: false } },
    });
    const caller = callerOf(3, { shopkeeper: true, editor: true }, table);
    expect(caller.roles).toEqual(['shopkeeper']);
    expect([caller.can('sell'), caller.can('steal'), caller.can('edit_posts')]).toEqual([true, false, false]);
  });

  it.each([[null], ['garbage'], [[]], [{}]])('fall back to the standard table for %j', (stored) => {
    expect(rolesFrom(stored)).toBe(standardRoles);
  });

  it('read rows with missing members as roles without capabilities', () => {
    expect(rolesFrom({ ghost: null }).get('ghost')).toEqual({ label: 'ghost', capabilities: {} });
  });
});
