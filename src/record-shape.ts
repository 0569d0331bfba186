/**
 * A record with these members and nothing in them, to be copied with `{ ...blank }` and filled.
 *
 * Members that are added one by one under names that vary turn a record of more than a dozen into a hash table, which
 * is slow to make, to read and to write down. Read from text it gets a layout of its own, and its copies share that.
 */
export function blankRecord(names: readonly string[]): Readonly<Record<string, undefined>> {
  const record: Record<string, undefined> = JSON.parse(
    `{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`,
  );
  for (const name of names) record[name] = undefined;
  return record;
}
