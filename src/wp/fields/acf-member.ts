import type { Call } from '../../api/call.ts';
import { batched } from '../../api/resource/extra-fields.ts';
import { errors } from '../../lib/errors.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { json, type Output } from '../../lib/schema/json-schema.ts';
import { type Members, type Schema, s } from '../../lib/schema/schema.ts';
import { type AcfField, acfFieldOf } from '../../rules/acf/acf-field.ts';
import { acfOutput, describeLight, fromLight, toLight } from '../../rules/acf/acf-light.ts';
import { type AcfItem, isPlacedAt, needsTerms } from '../../rules/acf/acf-location.ts';
import type { StoredMeta } from '../../rules/fields/field-storage.ts';
import type { MetaDefinition, MetaObject, MetaRegistry } from '../../rules/meta-registry.ts';
import { isRecord } from '../../text/json.ts';
import type { AcfContext, AcfValues } from '../context/acf-context.ts';

/** What was sent under `acf`, as members of `meta`. */
export interface SentAcf {
  readonly values: Members;
  /** The keys that stand under `acf`: what is refused is named there. */
  readonly keys: ReadonlySet<string>;
}

/** Fields by name; clients expect `[]` where there are none. */
type AcfShown = Readonly<Record<string, unknown>> | readonly never[];

/** The member `acf` of the items of one owner. */
export interface AcfMember {
  readonly schema: Schema<Members, false>;
  readonly output: Output;
  /** Whether it depends on the terms, the roles, or the item of a comment, which of its items have a group. */
  readonly asks: { readonly terms: boolean; readonly roles: boolean; readonly commented: boolean };
  /** The argument of requests that read items. */
  readonly argument: typeof formatArgument;
  read(
    rows: readonly StoredMeta[],
    item: AcfItem,
    call: Call,
    context: 'view' | 'edit' | 'embed',
  ): MaybePromise<AcfShown>;
  /** Throws where something was sent that is no field. */
  sent(value: Members): SentAcf;
}

const formatArgument = {
  acf_format: s.string({
    enum: ['light', 'standard'],
    default: 'light',
    description: 'How fields under acf are shown: light as they are stored, standard as templates get them.',
  }),
};

/** The arguments of requests for items that may have the member. */
export const acfArguments = (member: AcfMember | null | undefined): Partial<typeof formatArgument> =>
  member?.argument ?? {};

/** Whether a request asks for values as templates get them. */
export const asksForStandard = ({ request }: Pick<Call, 'request'>): boolean =>
  request.query['acf_format'] === 'standard';

interface ShownField {
  readonly definition: MetaDefinition;
  readonly field: AcfField;
}

/** The member `acf` of an owner; null where it has no field that is shown there. */
export function acfMember(
  { meta, acf }: { readonly meta: MetaRegistry; readonly acf?: AcfContext | undefined },
  object: MetaObject,
  subtype: string,
): AcfMember | null {
  if (!acf) return null;
  const shown = meta.fieldsOf(object, subtype).flatMap((definition) => shownField(definition, acf));
  if (shown.length === 0) return null;
  const byName = new Map(shown.map((one) => [one.field.name, one]));
  const rules = shown.flatMap(({ definition }) => definition.acf?.place.when ?? []).flat();
  const standard = batched((items: readonly AcfValues[], call) => acf.format(items, call));
  return {
    schema: s.object({
      description: 'Fields by name, as Advanced Custom Fields shows them.',
      emptyList: true,
      plainRefusal: true,
      published: {
        properties: Object.fromEntries(
          shown.map(({ definition, field }) => [field.name, described(definition, field)]),
        ),
      },
    }),
    output: json.anyOf(
      json.emptyList,
      json.object(
        Object.fromEntries(shown.map(({ field }) => [field.name, acfOutput(field)])),
        shown.map(({ field }) => field.name),
      ),
    ),
    asks: {
      terms: shown.some(({ definition }) => definition.acf && needsTerms(definition.acf.place)),
      roles: rules.some(({ param }) => param === 'user_role'),
      commented: rules.some(({ param }) => param === 'comment'),
    },
    argument: formatArgument,
    read(rows, item, call, context) {
      const own = shown.filter(
        ({ definition }) =>
          (!definition.acf || isPlacedAt(definition.acf.place, item)) &&
          (definition.mayRead?.(call.caller, item.id) ?? true) &&
          (definition.contexts?.includes(context) ?? true),
      );
      if (own.length === 0) return [];
      const values = own.map(({ definition, field }) => [field, meta.valueOf(definition, rows)] as const);
      if (asksForStandard(call)) {
        const postId = object === 'post' ? item.id : 0;
        return standard({ postId, values }, call).then((formatted) => formatted ?? []);
      }
      return Object.fromEntries(values.map(([field, value]) => [field.name, toLight(field, value)]));
    },
    sent(value) {
      const unknown = Object.keys(value).find((name) => !byName.has(name));
      if (unknown !== undefined) throw noField(unknown, [...byName.keys()]);
      const entries = Object.entries(value).map(([name, sent]) => {
        const one = byName.get(name);
        return [name, one && sent !== null ? fromLight(one.field, sent) : sent];
      });
      return { values: Object.fromEntries(entries), keys: new Set(Object.keys(value)) };
    },
  };
}

function shownField(definition: MetaDefinition, { showsOwn }: AcfContext): ShownField[] {
  if (definition.acf) return definition.acf.place.isShown ? [{ definition, field: definition.acf.field }] : [];
  return showsOwn && definition.field ? [{ definition, field: acfFieldOf(definition.key, definition.field) }] : [];
}

const described = ({ title = '', description = '' }: MetaDefinition, field: AcfField): Record<string, unknown> => ({
  ...describeLight(field),
  title,
  description,
});

function noField(name: string, known: readonly string[]) {
  const path = `acf.${name.slice(0, 100)}`;
  const params = { [path]: `${path} is no field here. Fields: ${known.slice(0, 50).join(', ')}.` };
  return errors.rest_invalid_param({ params }, { details: { params } });
}

/** The members `meta` and `acf` of a request together; what stands under `acf` wins. */
export function joinSent(
  member: AcfMember | null,
  { meta, acf }: { readonly meta?: Members | undefined; readonly acf?: unknown },
): { readonly sent: Members | undefined; readonly asAcf?: ReadonlySet<string> } {
  if (!member || !isRecord(acf)) return { sent: meta };
  const { values, keys } = member.sent(acf);
  return { sent: { ...meta, ...values }, asAcf: keys };
}
