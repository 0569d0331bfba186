import { Autocomplete, Badge, TextInput, UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { around, type Control, type ControlProps, textOf } from '../fields/control.ts';
import { ChoiceControl } from '../fields/controls/choice-controls.tsx';
import { controls } from '../fields/controls/controls.ts';
import { TextControl } from '../fields/controls/text-controls.tsx';
import { isWithin, type Path, rowsOf } from '../fields/paths.ts';
import { type OwnControls, useFieldValue, useForm, useOfForm } from '../fields/use-form.ts';
import { fieldWords } from '../fields/words.ts';
import classes from './content-model.module.css';
import { choicesIn, labelFrom } from './describe-fields.ts';
import { asRow } from './field-rows.ts';
import { FieldsControl } from './fields-control.tsx';
import { IconControl } from './icon-control.tsx';
import { useEditedOwner } from './model-context.ts';
import { nameRules, namesOf } from './names.ts';
import { ownName, restBaseFrom } from './owners.ts';
import { modelWords } from './words.ts';

/** Where the row stands that a member belongs to. */
const rowPath = (path: Path): Path => path.slice(0, -1);

/** The name for programs: of a field, of a layout, of a type. Empty, it follows from what people read. */
function NameControl(props: ControlProps) {
  const { path, field } = props;
  const { section } = useEditedOwner();
  const isOwner = path.length === 1;
  const own = useOwnWords(modelWords);
  const made = useOfForm((form) => {
    if (isOwner)
      return ownName({ ...form.values(), name: '' }, nameRules[section === 'taxonomies' ? 'taxonomy' : 'type']);
    const at = Number(path.at(-2));
    const rows = rowsOf(form.at(path.slice(0, -2))).map((row, place) =>
      place === at ? { ...asRow(row), name: '' } : asRow(row),
    );
    return namesOf(rows, path.at(-3) === 'layouts' ? nameRules.layout : nameRules.field)[at] ?? '';
  });
  const was = textOf(useFieldValue([...rowPath(path), 'was']));
  const name = textOf(props.value).trim() || made;
  const help = isOwner
    ? field.help
    : was === ''
      ? own.nameMade
      : was === name
        ? own.wasName(was)
        : own.renamed(was, name);
  return (
    <TextInput
      {...around({ ...props, field: { ...field, help } })}
      placeholder={made}
      spellCheck={false}
      autoComplete="off"
      readOnly={field.readonly}
      variant={field.readonly ? 'filled' : 'default'}
      value={textOf(props.value)}
      onChange={(event) => props.change(event.currentTarget.value)}
    />
  );
}

/** What people read; empty, it follows from the name, or from the value of a choice. */
const LabelControl: Control = (props) => {
  const name = textOf(useFieldValue([...rowPath(props.path), 'name']));
  const value = textOf(useFieldValue([...rowPath(props.path), 'value']));
  return (
    <TextInput
      {...around(props)}
      dir="auto"
      placeholder={labelFrom(name) || value}
      value={textOf(props.value)}
      onChange={(event) => props.change(event.currentTarget.value)}
    />
  );
};

/** The path of a collection; of a new one it follows from the plural. */
function RestBaseControl(props: ControlProps) {
  const plural = textOf(useFieldValue(['plural']));
  const name = textOf(useFieldValue(['name']));
  const isNew = useFieldValue(['was']) === undefined;
  return (
    <TextInput
      {...around(props)}
      placeholder={isNew ? restBaseFrom(plural) : name}
      spellCheck={false}
      autoComplete="off"
      value={textOf(props.value)}
      onChange={(event) => props.change(event.currentTarget.value)}
    />
  );
}

/** The kind of a field; the default of another kind says nothing any more. */
const KindControl: Control = (props) => {
  const form = useForm();
  const change = (kind: unknown) => {
    props.change(kind);
    form.set([...rowPath(props.path), 'default'], undefined);
  };
  return <ChoiceControl {...props} change={change} />;
};

/** The default is filled in as the field itself would be. */
const DefaultControl: Control = (props) => {
  const choices = useFieldValue([...rowPath(props.path), 'choices']);
  const field = useMemo(() => ({ ...props.field, choices: choicesOfRows(choices) }), [props.field, choices]);
  const KindOf = controls[field.kind];
  return <KindOf {...props} field={field} />;
};

const choicesOfRows = (rows: unknown) =>
  choicesIn(
    rowsOf(rows).map((row) => {
      const { value, label } = { value: '', label: '', ...(row as object) };
      return { value: value || label, label: label || value };
    }),
  );

/** The list in which a field with conditions stands, and its place there. */
function placeOf(path: Path): { readonly list: Path; readonly at: number } {
  const step = path.lastIndexOf('showWhen');
  return { list: path.slice(0, step - 1), at: Number(path[step - 1]) };
}

/** A field beside the one that is shown under conditions. */
const SiblingControl: Control = (props) => {
  const { list, at } = placeOf(props.path);
  const rows = rowsOf(useFieldValue(list)).map(asRow);
  const names = namesOf(rows, nameRules.field);
  const choices = rows
    .map((row, place) => ({ value: row.id, label: textOf(row['label']) || labelFrom(names[place] ?? '') }))
    .filter((_, place) => place !== at);
  return <ChoiceControl {...props} field={{ ...props.field, choices }} />;
};

/** What the field beside it is compared with: one of its choices where it has some. */
const WantedControl: Control = (props) => {
  const { common } = useWords();
  const sibling = useFieldValue([...rowPath(props.path), 'field']);
  const operator = useFieldValue([...rowPath(props.path), 'operator']);
  const row = rowsOf(useFieldValue(placeOf(props.path).list))
    .map(asRow)
    .find(({ id }) => id === sibling);
  if (operator === 'empty' || operator === 'not_empty') return null;
  const choices =
    row?.kind === 'boolean'
      ? [
          { value: 'true', label: common.yes },
          { value: 'false', label: common.no },
        ]
      : choicesOfRows(row?.['choices']);
  if (choices.length === 0) return <TextControl {...props} />;
  return <ChoiceControl {...props} field={{ ...props.field, choices }} />;
};

/** A word that other fields may have as well: a tab, a heading. */
const SharedWordControl: Control = (props) => {
  const name = String(props.path.at(-1));
  const rows = rowsOf(useFieldValue(props.path.slice(0, -2))).map(asRow);
  const used = [...new Set(rows.map((row) => textOf(row[name])))].filter((word) => word !== '');
  return (
    <Autocomplete {...around(props)} data={used} value={textOf(props.value)} onChange={(word) => props.change(word)} />
  );
};

/** Members that few need, behind a button. It opens by itself where one of them was refused. */
function MoreControl({ field, path, id, Fields }: ControlProps) {
  const own = useOwnWords(fieldWords);
  const row = rowPath(path);
  const isAmong = (text: string) => field.fields.some(({ name }) => isWithin(text, [...row, name]));
  const errors = useOfForm((form) => Object.keys(form.errors()).filter(isAmong).length);
  const isWanted = useOfForm((form) => isAmong(form.wanted() ?? ''));
  const [isOpened, setOpened] = useState(false);
  useEffect(() => {
    if (isWanted) setOpened(true);
  }, [isWanted]);
  const Arrow = isOpened ? ChevronDown : ChevronRight;
  return (
    <>
      <UnstyledButton
        className={classes['more']}
        aria-expanded={isOpened}
        aria-controls={isOpened ? id : undefined}
        onClick={() => setOpened(!isOpened)}
      >
        <Arrow size={16} aria-hidden className="turns-with-direction" />
        {field.label}
        {errors > 0 && <Badge color="red">{own.errors(errors)}</Badge>}
      </UnstyledButton>
      {isOpened && (
        <div id={id} className={classes['moreFields']}>
          <Fields fields={field.fields} path={row} />
        </div>
      )}
    </>
  );
}

/** Members that are edited in another way than their kind says. */
export const memberControls: OwnControls = {
  fields: FieldsControl,
  label: LabelControl,
  name: NameControl,
  restBase: RestBaseControl,
  kind: KindControl,
  default: DefaultControl,
  field: SiblingControl,
  wanted: WantedControl,
  tab: SharedWordControl,
  group: SharedWordControl,
  icon: IconControl,
  more: MoreControl,
};
