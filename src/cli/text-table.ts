/** A table for a terminal: texts on the left, numbers on the right of their columns. */
export function textTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const lines = [heads, ...rows];
  const widths = heads.map((_head, column) => Math.max(...lines.map((line) => String(line[column] ?? '').length)));
  return lines.map((line) =>
    line
      .map((cell, column) => {
        const text = String(cell);
        return column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
      })
      .join('  ')
      .trimEnd(),
  );
}
