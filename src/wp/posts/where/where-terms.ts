import type { Call } from '../../../api/call.ts';
import type { ShownTaxonomy } from '../../../rules/taxonomies.ts';
import type { PostExpression } from '../../../storage/store.ts';
import type { CostlyConditions } from './costly-conditions.ts';
import { refusedWhere } from './where-errors.ts';
import { anyText, joinedBy, listedValues, unknownOperator, wholeNumber } from './where-values.ts';

const mostParents = 20;
const mostTerms = 3_000;

/** Conditions on the terms of a taxonomy, by ids or slugs; with `descendants`, those below them count too. */
export async function termExpression(
  { name: taxonomy }: ShownTaxonomy,
  { name, operators }: { readonly name: string; readonly operators: Readonly<Record<string, unknown>> },
  { call, costly }: { readonly call: Call; readonly costly: CostlyConditions },
): Promise<PostExpression> {
  const { descendants = false, ...compared } = operators;
  if (typeof descendants !== 'boolean') throw refusedWhere(`${name} descendants is true or false.`);
  const holds = async (sent: readonly unknown[]): Promise<PostExpression> => {
    costly.addTermGroup();
    const ids = await idsOf(taxonomy, name, sent, call);
    return {
      kind: 'terms',
      group: { taxonomy, termIds: descendants ? await withBelow(taxonomy, name, ids, call) : ids },
    };
  };
  const parts: PostExpression[] = [];
  for (const [operator, sent] of Object.entries(compared)) {
    if (operator === '=') parts.push(await holds([sent]));
    else if (operator === '!=') parts.push({ kind: 'not', of: await holds([sent]) });
    else if (operator === 'in') parts.push(await holds(listedValues(name, operator, sent)));
    else if (operator === 'not_in') parts.push({ kind: 'not', of: await holds(listedValues(name, operator, sent)) });
    else if (operator === 'all')
      for (const one of new Set(listedValues(name, operator, sent))) parts.push(await holds([one]));
    else throw unknownOperator(name, operator, '=, !=, in, not_in, all, descendants');
  }
  if (parts.length === 0) throw refusedWhere(`${name} must have an operator, such as {"in":[3]}.`);
  return joinedBy('and', parts);
}

/** The ids that were sent, and those of the slugs; a slug that no term has stands for none. */
async function idsOf(taxonomy: string, name: string, sent: readonly unknown[], { store }: Call): Promise<number[]> {
  const ids: number[] = [];
  const slugs: string[] = [];
  for (const one of sent) {
    const [id, slug] = [wholeNumber(one), anyText(one)];
    if (id !== undefined) ids.push(id);
    else if (slug !== undefined) slugs.push(slug);
    else throw refusedWhere(`${name} takes ids and slugs of terms.`);
  }
  if (slugs.length === 0) return [...new Set(ids)];
  const page = { limit: mostTerms, offset: 0 };
  const found = await store.terms.find({ taxonomy, slugs: [...new Set(slugs)] }, { by: 'id', direction: 'asc' }, page);
  return [...new Set([...ids, ...found.map(({ id }) => id)])];
}

async function withBelow(taxonomy: string, name: string, ids: readonly number[], { store }: Call): Promise<number[]> {
  if (ids.length > mostParents) throw refusedWhere(`${name} takes at most ${mostParents} terms with descendants.`);
  const all = new Set<number>();
  for (const id of ids) for (const below of await store.terms.withDescendants(id, taxonomy)) all.add(below);
  if (all.size > mostTerms) throw refusedWhere(`${name} has more than ${mostTerms} terms below these.`);
  return [...all];
}
