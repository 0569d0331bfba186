import type { Body, ParamTree, ParamValue } from '../../../extension.ts';
import { formErrors } from '../model/form-errors.ts';
import type { FormTag } from '../template/form-tag.ts';
import type { PostedBody } from './posted-data.ts';

const maxFields = 200;
const maxBytes = 1_048_576;

/** The fields of a body by their template names; rejects other content types and bodies over the limits. */
export function readPostedBody(body: Body, tags: readonly FormTag[]): PostedBody {
  if (body.kind === 'none') return new Map();
  if (body.kind !== 'form') throw formErrors.forms_unsupported_media_type();
  const fields = new Map(Object.entries(body.fields).map(([name, value]) => [name, sentValue(value)]));
  const values = [...fields].flatMap(([name, value]) => [name, value].flat());
  const bytes = values.reduce((sum, text) => sum + text.length, 0);
  if (values.length - fields.size > maxFields || bytes > maxBytes) throw formErrors.forms_payload_too_large();
  restoreNames(fields, tags);
  return fields;
}

function sentValue(value: ParamValue): string | readonly string[] {
  return typeof value === 'string' ? value : leaves(value);
}

const leaves = (tree: ParamTree): readonly string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : leaves(value)));

/** Dots in names arrive as underscores, as clients of this interface expect. */
function restoreNames(fields: Map<string, string | readonly string[]>, tags: readonly FormTag[]): void {
  for (const { name } of tags) {
    const arrived = name.replaceAll('.', '_');
    const value = fields.get(arrived);
    if (arrived === name || value === undefined || fields.has(name)) continue;
    fields.set(name, value);
    if (!tags.some((tag) => tag.name === arrived)) fields.delete(arrived);
  }
}
