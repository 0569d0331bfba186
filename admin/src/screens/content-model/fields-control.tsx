import { Button, Input, Text, VisuallyHidden } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Field, FieldKind } from '../../api/description.ts';
import { useOwnWords } from '../../words/words.tsx';
import { Composite } from '../fields/composite.tsx';
import type { ControlProps } from '../fields/control.ts';
import { type Path, rowsOf } from '../fields/paths.ts';
import { RowList } from '../fields/row-list.tsx';
import type { RowShape } from '../fields/row-shape.ts';
import { useFieldValue, useOfForm } from '../fields/use-form.ts';
import classes from './content-model.module.css';
import { labelFrom } from './describe-fields.ts';
import { asRow, copyOfRow, newFieldRow } from './field-rows.ts';
import { KindDialog } from './kind-dialog.tsx';
import { kindIcons } from './kind-icons.ts';
import { kindsAt } from './kinds.ts';
import { memberFields } from './member-fields.ts';
import { memberWords } from './member-words.ts';
import { useEditedOwner } from './model-context.ts';
import { nameRules, namesOf } from './names.ts';
import { Preview } from './preview.tsx';
import { modelWords } from './words.ts';

/** The fields of an owner or of another field: rows that are opened to change their declarations. */
export function FieldsControl(props: ControlProps) {
  const own = useOwnWords(modelWords);
  const level = levelOf(props.path);
  const shape = useFieldShape(level);
  const list = (
    <RowList {...props} shape={shape}>
      {(add) => <AddField level={level} add={(kind) => add(newFieldRow(kind))} />}
    </RowList>
  );
  if (level > 1) return <Composite {...props}>{list}</Composite>;
  // The tab or the screen says what it is; a heading above the list would say it twice.
  return (
    <section className={classes['builder']} id={props.id} aria-label={props.field.label}>
      <div>
        <Input.Description mb="sm">{props.field.help}</Input.Description>
        {list}
        {props.error && <Input.Error mt="xs">{props.error}</Input.Error>}
      </div>
      <section className={classes['preview']} aria-label={own.preview}>
        <FieldsPreview path={props.path} />
      </section>
    </section>
  );
}

/** How many tables of fields a path leads through. */
const levelOf = (path: Path): number => path.filter((step) => step === 'fields').length;

function FieldsPreview({ path }: { readonly path: Path }) {
  const rows = useDeferredValue(rowsOf(useFieldValue(path)));
  return <Preview rows={rows} />;
}

/** Rows have the members of their kind; the same list for the same kind. */
function useFieldShape(level: number): RowShape {
  const own = useOwnWords(modelWords);
  const words = useOwnWords(memberWords);
  const { object, targets } = useEditedOwner();
  return useMemo((): RowShape => {
    const known = new Map<FieldKind, readonly Field[]>();
    const context = { words, targets, object, level, isInner: level > 1 };
    return {
      fieldsOf(row) {
        const { kind } = asRow(row);
        const fields = known.get(kind) ?? memberFields(kind, context);
        known.set(kind, fields);
        return fields;
      },
      labelOf: (row) => words.kinds[asRow(row).kind].label,
      isInline: false,
      look: {
        Title: FieldTitle,
        nameOf: (row) => labelOf(asRow(row)) || own.untitled,
        copyOf: copyOfRow,
        count: (rows) => (rows === 0 ? own.noFields : own.fields(rows)),
      },
    };
  }, [words, own, targets, object, level]);
}

const labelOf = (row: ReturnType<typeof asRow>): string =>
  typeof row['label'] === 'string' && row['label'] !== '' ? row['label'] : labelFrom(row.name);

/** What a field is, in one line. */
function FieldTitle({ path }: { readonly path: Path }) {
  const own = useOwnWords(modelWords);
  const words = useOwnWords(memberWords);
  const row = asRow(useFieldValue(path));
  const name = useOfForm((form) => {
    const rows = rowsOf(form.at(path.slice(0, -1))).map(asRow);
    return namesOf(rows, nameRules.field)[Number(path.at(-1))] ?? '';
  });
  const Icon = kindIcons[row.kind];
  return (
    <span className={classes['title']}>
      <Icon size={16} aria-hidden />
      <span className={classes['label']}>
        {labelOf(row) || own.untitled}
        {row['required'] === true && (
          <Text component="span" c="var(--mantine-color-error)">
            {' '}
            <span aria-hidden>*</span>
            <VisuallyHidden>{own.required}</VisuallyHidden>
          </Text>
        )}
      </span>
      <span className={classes['facts']}>
        {words.kinds[row.kind].label} · {name}
      </span>
    </span>
  );
}

interface AddFieldProps {
  readonly level: number;
  readonly add: (kind: FieldKind) => void;
}

function AddField({ level, add }: AddFieldProps) {
  const own = useOwnWords(modelWords);
  const [isChoosing, setChoosing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        size="compact-sm"
        variant={level > 1 ? 'default' : 'light'}
        leftSection={<Plus size={16} aria-hidden />}
        onClick={() => setChoosing(true)}
      >
        {own.addField}
      </Button>
      {isChoosing && (
        <KindDialog
          kinds={kindsAt(level)}
          choose={(kind) => {
            setChoosing(false);
            add(kind);
          }}
          close={() => {
            setChoosing(false);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}
