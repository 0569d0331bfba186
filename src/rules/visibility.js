export const nothing = { anyOf: [] };
export const everything = { anyOf: [{ statuses: 'any' }] };
/** Whether a loaded row is visible. */
export function sees(visibility, row) {
  return visibility.anyOf.some((clause) => holds(clause, row));
}
function holds(clause, row) {
  if (clause.types && !clause.types.includes(row.type)) return false;
  if (clause.statuses !== 'any' && !clause.statuses.includes(row.status)) return false;
  if (clause.authorId !== undefined && clause.authorId !== row.authorId) return false;
  if (clause.parent === undefined) return true;
  if (clause.parent === 'none') return !row.parent;
  return row.parent != null && sees(clause.parent, row.parent);
}
