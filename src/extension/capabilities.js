/** The names of the capabilities, in the order they are listed. */
export const capabilityList = ['content', 'users', 'mail', 'fetch', 'files', 'folders', 'cache', 'pictures', 'store'];
const allowed = {
  content: (value) => value === 'read' || value === 'write',
  users: (value) => value === 'read',
  mail: (value) => value === true,
  fetch: (value) => Array.isArray(value) && value.every((host) => typeof host === 'string' && isHostPattern(host)),
  files: (value) => value === 'read' || value === 'write',
  folders: (value) => value === true,
  cache: (value) => value === true,
  pictures: (value) => value === true,
  store: (value) => value === true,
};
/** Why these are not capabilities, or null. */
export function capabilitiesProblem(value) {
  if (typeof value !== 'object' || value === null) return '"capabilities" is an object';
  for (const [name, given] of Object.entries(value)) {
    const known = capabilityList.find((one) => one === name);
    if (!known) return `there is no capability "${name}"; there are ${capabilityList.join(', ')}`;
    if (given !== undefined && !allowed[known](given)) return `the capability "${name}" has a value it cannot have`;
  }
  return null;
}
/** The capabilities as a person reads them: `content: write`, `fetch: api.example.org`. */
export function describeCapabilities(capabilities) {
  return capabilityList.flatMap((name) => {
    const value = capabilities[name];
    if (value === undefined) return [];
    if (value === true) return [name];
    return [`${name}: ${typeof value === 'string' ? value : value.join(', ')}`];
  });
}
/** Whether a host name is one that the patterns name. */
export function isNamedHost(patterns, host) {
  const name = host.toLowerCase();
  return patterns.some((pattern) => {
    const known = pattern.toLowerCase();
    return known === '*' || known === name || (known.startsWith('*.') && name.endsWith(known.slice(1)));
  });
}
const isHostPattern = (text) => /^(?:\*|(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)$/i.test(text);
