/** The definition of a declared key. */
export function metaFrom(declaration) {
  const { mayRead, mayWrite, single = true, showInRest: _shown, ...rest } = declaration;
  return {
    ...rest,
    single,
    ...(mayRead === undefined ? {} : { mayRead: permissionOf(mayRead) }),
    ...(mayWrite === undefined ? {} : { mayWrite: permissionOf(mayWrite) }),
  };
}
const permissionOf = (permission) =>
  typeof permission === 'function' ? permission : (caller) => caller.can(permission);
