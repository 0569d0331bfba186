import { batchErrors } from './batch-errors.ts';
import { hasFailed, type Step, type StepResponse } from './step.ts';

const inText = /\{([^{}]*)\}/g;
const form = /^(\d{1,3})\.(status|headers|body)((?:\.[\w:-]+)*)$/;

/**
 * A step with references replaced by values of earlier answers: `{0.body.id}` in its path, `{"$from": "0.body.id"}` in
 * its body. The number is the position of the step, the rest leads to the value.
 */
export function resolveReferences(step: Step, earlier: readonly StepResponse[]): Step {
  const path = step.path.replace(inText, (_, reference: string) => {
    const value = valueAt(reference, earlier);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw refused(reference, 'in a path it must lead to a text, a number, true or false');
    return encodeURIComponent(value);
  });
  return { ...step, path, body: resolveIn(step.body, earlier) };
}

function resolveIn(value: unknown, earlier: readonly StepResponse[]): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one) => resolveIn(one, earlier));
  if (!('$from' in value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolveIn(member, earlier)]));
  }
  const { $from: reference, ...others } = value;
  if (typeof reference !== 'string' || Object.keys(others).length > 0)
    throw refused(JSON.stringify(reference), 'an object with $from has no other member, and $from is a text');
  return valueAt(reference, earlier);
}

function valueAt(reference: string, earlier: readonly StepResponse[]): unknown {
  const [, position, part, rest = ''] = form.exec(reference) ?? [];
  if (position === undefined || part === undefined)
    throw refused(reference, 'write the position of an earlier step and a path, as in 0.body.id');
  const answered = earlier[Number(position)];
  if (!answered) throw refused(reference, 'there is no such earlier step');
  if (hasFailed(answered)) throw refused(reference, 'that step has failed');
  let value: unknown = Reflect.get(answered, part);
  for (const name of rest.split('.').slice(1)) {
    const isMember = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    if (!isMember) throw refused(reference, `there is no ${name} in that answer`);
    value = Reflect.get(Object(value), name);
  }
  return value;
}

const refused = (reference: string, why: string): Error => batchErrors.platen_invalid_reference({ reference, why });
