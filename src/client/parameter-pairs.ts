/** Arguments as pairs of a query or a form: lists as `name[]`, objects as `name[key]`; undefined is left out. */
export function parameterPairs(input: object, within = ''): [name: string, value: string][] {
  return Object.entries(input).flatMap(([key, value]): [string, string][] => {
    const name = within === '' ? key : `${within}[${Array.isArray(input) ? '' : key}]`;
    if (value === undefined || value === null) return [];
    if (typeof value === 'object') return parameterPairs(value, name);
    return [[name, String(value)]];
  });
}
