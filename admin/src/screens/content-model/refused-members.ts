import { Refused } from '../../api/refused.ts';
import type { Values } from '../fields/form-state.ts';
import { membersOf, type Path, pathText, readPath, rowsOf } from '../fields/paths.ts';
import { withoutPath } from '../fields/refused-fields.ts';
import type { Rename } from './model.ts';
import { nameRules, namesOf } from './names.ts';

interface Refusals {
  /** By written paths in the form. */
  readonly shown: Readonly<Record<string, string>>;
  /** What the form has no place for. */
  readonly others: readonly string[];
}

interface Sent {
  /** Where the declaration was sent. */
  readonly under: string;
  readonly renames: readonly Rename[];
  readonly values: Values;
}

/** What a server said about a declaration, at the members of its form. */
export function refusedMembers(error: unknown, { under, renames, values }: Sent): Refusals {
  if (!(error instanceof Refused)) return { shown: {}, others: [] };
  const shown: Record<string, string> = {};
  const others: string[] = [];
  for (const [path, text] of Object.entries(error.fields)) {
    const rest = path === under ? [] : path.startsWith(`${under}.`) ? readPath(path.slice(under.length + 1)) : null;
    const place = rest ? ownerPath(rest, values) : renamePath(path, renames, values);
    if (place) shown[pathText(place)] ??= plainReason(text, path);
    else others.push(text);
  }
  return { shown, others };
}

/** Of what was refused by name, the reasons say more than the names. */
export function reasonOf(error: unknown): unknown {
  if (!(error instanceof Refused)) return error;
  const reasons = Object.values(error.fields);
  return reasons.length > 0 ? new Error(reasons.join(' ')) : error;
}

/** A reason names the path and repeats the value; both are in sight at the member. */
const plainReason = (text: string, path: string): string =>
  withoutPath(text, path.replace(/^declarations\./, '')).replace(/^Is .*; it /s, 'It ');

/** A field that cannot have its new name; null for parts of fields, whose paths say which it is. */
function renamePath(path: string, renames: readonly Rename[], values: Values): Path | null {
  const [first, at] = readPath(path);
  const to = first === 'renames' ? renames[Number(at)]?.to : undefined;
  return to === undefined || to.includes('.') ? null : fieldsPath([to], values['fields']);
}

/** Members of types and taxonomies that have another form; null for those that have no place in it. */
function ownerPath([step, ...rest]: Path, values: Values): Path | null {
  switch (step) {
    case undefined:
    case 'meta':
    case 'object':
    case 'subtype':
    case 'tabs':
      return null;
    case 'labels':
      return [rest[0] === 'singular_name' ? 'singular' : 'plural'];
    case 'hasArchive':
      return ['archivePath'];
    case 'capabilityType':
      return [rest[0] === 1 ? 'capabilityPlural' : 'capability'];
    case 'fields':
      return fieldsPath(rest, values['fields']);
    case 'roles':
    case 'capabilities':
      return [step, ...rest];
    default:
      return [step];
  }
}

/** Fields have names there, and places here. */
function fieldsPath([name, ...rest]: Path, list: unknown): Path {
  const rows = rowsOf(list).map(membersOf);
  const at = namesOf(rows, nameRules.field).indexOf(String(name));
  return at < 0 ? ['fields'] : ['fields', at, ...fieldPath(rest, rows[at] ?? {})];
}

function fieldPath([step, ...rest]: Path, row: Values): Path {
  const [first, second, ...more] = rest;
  switch (step) {
    case undefined:
      return ['name'];
    case 'fields':
      return fieldsPath(rest, row['fields']);
    case 'layouts':
      return layoutsPath(rest, row['layouts']);
    case 'choices':
      return typeof first === 'number' ? ['choices', first, second ?? 'value'] : ['choices'];
    case 'showWhen': {
      if (typeof first !== 'number' || typeof second !== 'number') return ['showWhen'];
      return ['showWhen', first, 'all', second, more[0] === 'value' ? 'wanted' : (more[0] ?? 'field')];
    }
    case 'multiple':
      return ['single'];
    default:
      return [step];
  }
}

function layoutsPath([name, ...rest]: Path, list: unknown): Path {
  const rows = rowsOf(list).map(membersOf);
  const at = namesOf(rows, nameRules.layout).indexOf(String(name));
  if (at < 0) return ['layouts'];
  const [step, ...more] = rest;
  return ['layouts', at, ...(step === 'fields' ? fieldsPath(more, rows[at]?.['fields']) : [step ?? 'name'])];
}

/** The names that two rows of one list have, by the written paths of the later ones; a table would lose one of them. */
export function sameNames(values: Values, says: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const look = (list: unknown, path: Path, rule: (typeof nameRules)['field' | 'layout']) => {
    const rows = rowsOf(list).map(membersOf);
    const names = namesOf(rows, rule);
    for (const [at, row] of rows.entries()) {
      if (names.indexOf(names[at] ?? '') < at) found[pathText([...path, at, 'name'])] = says;
      look(row['fields'], [...path, at, 'fields'], nameRules.field);
      look(row['layouts'], [...path, at, 'layouts'], nameRules.layout);
    }
  };
  look(values['fields'], ['fields'], nameRules.field);
  return found;
}
