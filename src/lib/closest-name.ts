/** The name that was probably meant: the nearest one, if it is near enough. */
export function closestName(wrong: string, names: Iterable<string>): string | null {
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of names) {
    const distance = editDistance(wrong.toLowerCase(), name.toLowerCase());
    if (!best || distance < best.distance) best = { name, distance };
  }
  return best && best.distance <= Math.max(2, wrong.length / 3) ? best.name : null;
}

/** A sentence that suggests the name that was probably meant, else lists all names; empty without any name. */
export function suggestion(wrong: string, names: readonly string[]): string {
  const closest = closestName(wrong, names);
  if (closest) return ` Did you mean ${closest}?`;
  return names.length > 0 ? ` Allowed: ${names.join(', ')}.` : '';
}

/** How many letters must be added, removed or changed. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
