import { Text } from '@mantine/core';
import { ConflictDialog } from '../../ui/conflict-dialog.tsx';
import { CellValue } from '../fields/cell-value.tsx';
import classes from './editor.module.css';
import type { EditorKind, Loaded } from './editor-kind.ts';
import { changesOf, type EditorFields, fieldsOf } from './fields.ts';

interface TextConflictProps {
  readonly kind: EditorKind;
  readonly mine: EditorFields;
  readonly theirs: Loaded;
  readonly resolve: (keeps: 'mine' | 'theirs') => Promise<void>;
}

/** Both versions of a text; the one that is not kept stays as a revision. */
export function TextConflict({ kind, mine, theirs, resolve }: TextConflictProps) {
  const saved = fieldsOf(theirs.item, kind);
  return (
    <ConflictDialog
      mine={<TextVersion kind={kind} own={mine} other={saved} />}
      theirs={<TextVersion kind={kind} own={saved} other={mine} />}
      resolve={resolve}
      size="80rem"
    />
  );
}

interface TextVersionProps {
  readonly kind: EditorKind;
  readonly own: EditorFields;
  readonly other: EditorFields;
}

function TextVersion({ kind, own, other }: TextVersionProps) {
  const changed = changesOf(own, other).meta ?? {};
  return (
    <>
      <Text fw={600}>{own.title}</Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll, for the keyboard too */}
      <div className={classes['versions']} tabIndex={0}>
        {own.content}
      </div>
      {kind.type.fields
        .filter(({ name }) => name in changed)
        .map((field) => (
          <div key={field.name}>
            <Text size="xs" c="dimmed" mt="xs">
              {field.label}
            </Text>
            <CellValue field={field} value={own.meta[field.name]} />
          </div>
        ))}
    </>
  );
}
