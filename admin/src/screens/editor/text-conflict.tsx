import { Text } from '@mantine/core';
import { ConflictDialog } from '../../ui/conflict-dialog.tsx';
import classes from './editor.module.css';
import type { Loaded } from './editor-kind.ts';
import { type EditorFields, fieldsOf } from './fields.ts';

interface TextConflictProps {
  readonly mine: EditorFields;
  readonly theirs: Loaded;
  readonly resolve: (keeps: 'mine' | 'theirs') => Promise<void>;
}

/** Both versions of a text; the one that is not kept stays as a revision. */
export function TextConflict({ mine, theirs, resolve }: TextConflictProps) {
  return (
    <ConflictDialog
      mine={<TextVersion {...mine} />}
      theirs={<TextVersion {...fieldsOf(theirs.item)} />}
      resolve={resolve}
      size="80rem"
    />
  );
}

function TextVersion({ title, content }: EditorFields) {
  return (
    <>
      <Text fw={600}>{title}</Text>
      <div className={classes['versions']}>{content}</div>
    </>
  );
}
