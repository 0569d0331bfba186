/** Clients of this interface expect `[]` where an object has no members. */
export function orEmptyList(record: Record<string, unknown>): Record<string, unknown> | [] {
  for (const _ in record) return record;
  return [];
}
