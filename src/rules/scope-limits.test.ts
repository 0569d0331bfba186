import { describe, expect, it } from 'vitest';
import { anonymous, callerOf, system } from './capabilities.ts';
import { corePostTypes, coreTaxonomies } from './content/core-content-types.ts';
import { standardRoles } from './roles.ts';
import { contentScopes, createScopeLimits } from './scope-limits.ts';
import { scopes } from './scopes.ts';

const scopeOf = contentScopes(corePostTypes, coreTaxonomies);
const limit = createScopeLimits(scopeOf);
const as = (role: string) => callerOf(7, { [role]: true }, standardRoles);
const subsets = Array.from({ length: 2 ** scopes.length }, (_, bits) => scopes.filter((__, at) => (bits >> at) & 1));

describe('a limited caller', () => {
  it('is the same object for the same account and scopes, in any order', () => {
    const editor = as('editor');
    expect(limit(editor, ['read', 'content'])).toBe(limit(editor, ['content', 'read', 'read']));
    expect(limit(editor, ['read'])).not.toBe(limit(editor, ['content']));
    expect(limit(editor, ['read'])).not.toBe(limit(as('editor'), ['read']));
  });

  it('never has more than its role, whatever the scopes, reading or writing', () => {
    for (const role of standardRoles.keys()) {
      const account = as(role);
      for (const held of subsets) {
        for (const isReading of [true, false]) {
          const limited = limit(account, held).ceiling!.acting({ isReading });
          for (const capability of as('administrator').capabilities) {
            if (limited.can(capability)) expect(account.can(capability)).toBe(true);
            expect(limited.capabilities.has(capability)).toBe(limited.can(capability));
          }
        }
      }
    }
  });

  it('has all that its role has with every scope, and nothing to write with for `read` and `propose`', () => {
    const account = as('administrator');
    expect([...limit(account, scopes).capabilities].sort()).toEqual([...account.capabilities].sort());
    expect([...limit(account, ['read', 'propose']).capabilities]).toEqual(
      ['read_private_posts', 'read_private_pages', 'read'].sort(
        (a, b) => [...account.capabilities].indexOf(a) - [...account.capabilities].indexOf(b),
      ),
    );
    expect([...limit(account, []).capabilities]).toEqual([]);
  });

  it('takes `settings` for a capability that nobody has listed, whatever it is called', () => {
    for (const name of ['edit_shop_orders', 'publish_secrets', 'delete_site', 'manage_woocommerce', 'edit_css'])
      expect(scopeOf(name)).toBe('settings');
    const declared = contentScopes([{ ...corePostTypes[0]!, capabilityType: 'book' }], coreTaxonomies);
    expect([declared('edit_books'), declared('publish_books'), declared('read_private_books')]).toEqual([
      'content',
      'publish',
      'read',
    ]);
  });

  it('keeps accounts and settings in their scopes, whatever a declared type or taxonomy asks for', () => {
    const capabilities = { manage: 'manage_options', edit: 'edit_users', delete: 'export', assign: 'edit_posts' };
    const odd = contentScopes([{ ...corePostTypes[0]!, capabilityType: 'user' }], [{ capabilities }]);
    expect(['manage_options', 'edit_users', 'export', 'delete_users', 'create_users'].map(odd)).toEqual([
      'settings',
      'users',
      'settings',
      'users',
      'users',
    ]);
  });

  it('leaves visitors and the program itself alone', () => {
    expect([anonymous.ceiling, system.ceiling]).toEqual([null, null]);
  });
});
