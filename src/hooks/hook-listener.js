/** The hooks of a table by key. */
export function bindHooks(table, host) {
  const bound = new Map();
  // The shape of the table was checked when the extension was loaded.
  for (const [kind, actions] of Object.entries(table ?? {})) {
    for (const [action, call] of Object.entries(actions ?? {})) {
      // The host is the one that the extension declared its hooks for.
      if (call) bound.set(`${kind}.${action}`, (event) => call(event, host));
    }
  }
  return bound;
}
