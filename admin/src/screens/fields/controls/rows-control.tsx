import { Button, Menu } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import type { Field, FieldKind } from '../../../api/description.ts';
import { useOwnWords } from '../../../words/words.tsx';
import { Composite } from '../composite.tsx';
import type { ControlProps } from '../control.ts';
import { initialRow, initialValues } from '../initial-values.ts';
import { membersOf } from '../paths.ts';
import { RowList } from '../row-list.tsx';
import type { RowShape } from '../row-shape.ts';
import { fieldWords } from '../words.ts';

/** Rows that all have the same fields. */
export function RepeaterControl(props: ControlProps) {
  const { field } = props;
  const own = useOwnWords(fieldWords);
  const shape = useMemo((): RowShape => {
    const { fields } = field;
    return { fieldsOf: () => fields, labelOf: () => '', isInline: isShort(fields) };
  }, [field]);
  return (
    <Composite {...props}>
      <RowList {...props} shape={shape}>
        {(add, isFull) => (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            disabled={isFull}
            onClick={() => add(initialValues(field.fields))}
          >
            {own.addRow}
          </Button>
        )}
      </RowList>
    </Composite>
  );
}

/** Rows of several kinds; each says which one it is. */
export function LayoutsControl(props: ControlProps) {
  const { field } = props;
  const own = useOwnWords(fieldWords);
  const shape = useMemo((): RowShape => {
    const find = (row: unknown) => field.layouts.find(({ name }) => name === membersOf(row)['layout']);
    return {
      fieldsOf: (row) => find(row)?.fields ?? none,
      labelOf: (row) => find(row)?.label ?? String(membersOf(row)['layout'] ?? ''),
      isInline: false,
    };
  }, [field]);
  return (
    <Composite {...props}>
      <RowList {...props} shape={shape}>
        {(add, isFull) => (
          <Menu position="bottom-start" withinPortal={false}>
            <Menu.Target>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<Plus size={16} aria-hidden />}
                disabled={isFull}
              >
                {own.addRow}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {field.layouts.map((layout) => (
                <Menu.Item key={layout.name} onClick={() => add(initialRow(layout))}>
                  {layout.label || layout.name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </RowList>
    </Composite>
  );
}

/** The same list each time: what is new is shown anew. */
const none: readonly Field[] = [];

const oneLine: ReadonlySet<FieldKind> = new Set([
  'text',
  'number',
  'integer',
  'email',
  'url',
  'choice',
  'date',
  'time',
  'color',
]);

/** Whether rows are shown as they are: opening each to see two numbers would be a nuisance. */
const isShort = (fields: readonly Field[]): boolean =>
  fields.length <= 3 && fields.every(({ kind, show_when: conditions }) => oneLine.has(kind) && conditions.length === 0);
