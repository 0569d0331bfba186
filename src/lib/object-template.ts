/**
 * A record with these members, all undefined, to be copied with `{ ...blank }` and filled.
 *
 * A record of more than a dozen members that are added one by one becomes a hash table in V8, which is slow to create,
 * to read and to serialise. One that is parsed from JSON has a hidden class, which its copies share.
 */
export function objectTemplate(names: readonly string[]): Readonly<Record<string, undefined>> {
  const record: Record<string, undefined> = JSON.parse(
    `{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`,
  );
  for (const name of names) record[name] = undefined;
  return record;
}
