const usualRoles = { administrator: 'all', editor: 'all' };
/** The capabilities of types with a `capabilityType` of their own, by role. */
export function roleGrants(declarations) {
  const grants = new Map();
  for (const { capabilityType = 'post', roles } of declarations) {
    const [one, many = `${one}s`] = typeof capabilityType === 'string' ? [capabilityType] : capabilityType;
    const isOwn = one !== 'post' && one !== 'page';
    for (const [role, grant] of Object.entries(roles ?? (isOwn ? usualRoles : {}))) {
      grants.set(role, [...(grants.get(role) ?? []), ...capabilitiesOf(grant, many)]);
    }
  }
  return grants;
}
function capabilitiesOf(grant, things) {
  const drafts = [`edit_${things}`, `delete_${things}`];
  const own = [...drafts, `publish_${things}`, `edit_published_${things}`, `delete_published_${things}`];
  const others = ['edit_others', 'delete_others', 'read_private', 'edit_private', 'delete_private'];
  return { drafts, own, all: [...own, ...others.map((act) => `${act}_${things}`)] }[grant];
}
/** The roles with what declarations give them. What is stored for a role, be it granted or denied, stays as it is. */
export function withGrants(table, grants) {
  if (grants.size === 0) return table;
  return new Map([...table].map(([name, role]) => [name, grantedRole(role, grants.get(name) ?? [])]));
}
function grantedRole(role, capabilities) {
  const given = Object.fromEntries(capabilities.map((capability) => [capability, true]));
  return { ...role, capabilities: { ...given, ...role.capabilities } };
}
