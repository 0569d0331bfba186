import type { Editor } from '@tiptap/core';
import { Fragment, type Node } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';

interface Place {
  /** The table, the row and the cell with the cursor. */
  readonly tablePos: number;
  readonly table: Node;
  readonly rowPos: number;
  readonly row: Node;
  readonly column: number;
}

function placeIn({ $from }: Editor['state']['selection']): Place | null {
  for (let depth = $from.depth; depth > 1; depth -= 1) {
    if ($from.node(depth).type.name !== 'tableCell') continue;
    let top = depth - 1;
    while (top > 0 && $from.node(top).type.name !== 'table') top -= 1;
    return {
      tablePos: $from.before(top),
      table: $from.node(top),
      rowPos: $from.before(depth - 1),
      row: $from.node(depth - 1),
      column: $from.index(depth - 1),
    };
  }
  return null;
}

export const isInTable = (editor: Editor): boolean => placeIn(editor.state.selection) !== null;

const emptyCell = (cell: Node): Node =>
  cell.type.create({ ...cell.attrs, wrap: withoutSpans(cell), lead: null, dialect: null });
const withoutSpans = (cell: Node): unknown => {
  const [open = '<td>', close = '</td>'] = (cell.attrs['wrap'] as readonly string[] | null) ?? [];
  return [open.replace(/\s(?:colspan|rowspan|id)="[^"]*"/gi, ''), close];
};

/** Where cells are joined, columns have no places of their own. */
const isRegular = (table: Node): boolean => {
  let isPlain = true;
  table.descendants((node) => {
    if (/\b(?:col|row)span=/i.test(String((node.attrs['wrap'] as readonly string[] | null)?.[0] ?? '')))
      isPlain = false;
    return isPlain && node.type.name !== 'tableCell';
  });
  return isPlain;
};

export function addRow(editor: Editor, side: 'above' | 'below'): void {
  change(editor, ({ row, rowPos, column }, tr) => {
    const cells: Node[] = [];
    row.forEach((cell) => {
      cells.push(emptyCell(cell));
    });
    const at = side === 'above' ? rowPos : rowPos + row.nodeSize;
    tr.insert(at, row.type.create({ ...row.attrs, lead: null, dialect: null }, Fragment.from(cells)));
    goTo(tr, at, column);
  });
}

export function removeRow(editor: Editor): void {
  change(editor, ({ row, rowPos, tablePos, table }, tr) => {
    const $row = tr.doc.resolve(rowPos);
    const isOnly = $row.parent.childCount === 1;
    const isWhole = isOnly && ($row.parent.type.name === 'table' || table.childCount === 1);
    if (isWhole) tr.delete(tablePos, tablePos + table.nodeSize);
    else if (isOnly) tr.delete($row.before(), $row.after());
    else tr.delete(rowPos, rowPos + row.nodeSize);
  });
}

export function addColumn(editor: Editor, side: 'before' | 'after'): void {
  change(editor, ({ tablePos, table, column, rowPos }, tr) => {
    if (!isRegular(table)) return;
    eachRow(table, tablePos, (row, pos) => {
      const cell = row.maybeChild(column) ?? row.lastChild;
      if (!cell) return;
      tr.insert(tr.mapping.map(pos + 1 + offsetOf(row, side === 'before' ? column : column + 1)), emptyCell(cell));
    });
    goTo(tr, tr.mapping.map(rowPos, -1), side === 'before' ? column : column + 1);
  });
}

export function removeColumn(editor: Editor): void {
  change(editor, ({ tablePos, table, column, row }, tr) => {
    if (!isRegular(table) || row.childCount === 1) return;
    eachRow(table, tablePos, (other, pos) => {
      const cell = other.maybeChild(column);
      if (!cell || other.childCount === 1) return;
      const at = tr.mapping.map(pos + 1 + offsetOf(other, column));
      tr.delete(at, at + cell.nodeSize);
    });
  });
}

/** Goes to the next or the previous cell; after the last, a new row begins. */
export function nextCell(editor: Editor, by: 1 | -1): boolean {
  const place = placeIn(editor.state.selection);
  if (!place) return false;
  const cells: number[] = [];
  place.table.descendants((node, pos) => {
    if (node.type.name !== 'tableCell') return true;
    cells.push(place.tablePos + 1 + pos);
    return false;
  });
  const { from } = editor.state.selection;
  const current = cells.findLastIndex((pos) => pos < from);
  const next = cells[current + by];
  if (next === undefined) {
    if (by > 0) {
      addRow(editor, 'below');
      const made = placeIn(editor.state.selection);
      if (made) editor.commands.command(({ tr }) => goTo(tr, made.rowPos, 0));
    }
    return true;
  }
  const size = editor.state.doc.nodeAt(next)?.content.size ?? 0;
  return editor.commands.command(({ tr, dispatch }) => {
    if (dispatch) tr.setSelection(TextSelection.create(tr.doc, next + 1, next + 1 + size)).scrollIntoView();
    return true;
  });
}

function change(editor: Editor, make: (place: Place, tr: Transaction) => void): void {
  editor
    .chain()
    .focus()
    .command(({ tr, dispatch }) => {
      const place = placeIn(tr.selection);
      if (place && dispatch) make(place, tr);
      return place !== null;
    })
    .run();
}

function eachRow(table: Node, tablePos: number, visit: (row: Node, pos: number) => void): void {
  table.descendants((node, pos) => {
    if (node.type.name !== 'tableRow') return node.type.name === 'tableSection';
    visit(node, tablePos + 1 + pos);
    return false;
  });
}

function offsetOf(row: Node, column: number): number {
  let offset = 0;
  for (let at = 0; at < Math.min(column, row.childCount); at += 1) offset += row.child(at).nodeSize;
  return offset;
}

function goTo(tr: Transaction, rowPos: number, column: number): boolean {
  const row = tr.doc.nodeAt(rowPos);
  if (!row) return false;
  tr.setSelection(TextSelection.create(tr.doc, rowPos + 1 + offsetOf(row, column) + 1)).scrollIntoView();
  return true;
}
