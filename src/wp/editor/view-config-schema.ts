import { fieldsOf } from '../../api/resource/field.ts';
import { defineResource } from '../../api/resource/resource.ts';
import { s } from '../../lib/schema/schema.ts';

/** Parts of a schema, as clients read them. */
type Part = Readonly<Record<string, unknown>>;

const text: Part = { type: 'string' };
const flag: Part = { type: 'boolean' };
const size: Part = { type: ['string', 'number'] };
const list = (items: Part): Part => ({ type: 'array', items });
const oneOf = (...words: readonly string[]): Part => ({ type: 'string', enum: words });
const anyOf = (...parts: readonly Part[]): Part => ({ oneOf: parts });
const object = (properties: Readonly<Record<string, unknown>>): Part => ({ type: 'object', properties });
const mapOf = (values: Part): Part => ({ type: 'object', additionalProperties: values });

const direction = oneOf('asc', 'desc');
const operators = [
  ...['is', 'isNot', 'isAny', 'isNone', 'isAll', 'isNotAll'],
  ...['lessThan', 'greaterThan', 'lessThanOrEqual', 'greaterThanOrEqual', 'before', 'after'],
];

/** What every view says: what is shown, in which order, and how much of it. */
const viewMembers = {
  filters: list(object({ field: text, operator: oneOf(...operators), value: [], isLocked: flag })),
  sort: object({ field: text, direction }),
  perPage: { type: 'integer' },
  fields: list(text),
  titleField: text,
  mediaField: text,
  descriptionField: text,
  showTitle: flag,
  showMedia: flag,
  showDescription: flag,
  showLevels: flag,
  groupBy: object({ field: text, direction, showLabel: { ...flag, default: true } }),
  infiniteScrollEnabled: flag,
};

const density = oneOf('compact', 'balanced', 'comfortable');
const column = object({ width: size, maxWidth: size, minWidth: size, align: oneOf('start', 'center', 'end') });
const tableLayout = { styles: mapOf(column), density, enableMoving: flag };
const gridLayout = { badgeFields: list(text), previewSize: { type: 'number' }, density };

const view = object({ type: text, layout: object({ ...tableLayout, ...gridLayout }), ...viewMembers });
const layoutOf = (members: Readonly<Record<string, unknown>>): Part =>
  object({ ...viewMembers, layout: object(members) });

const label = oneOf('top', 'side', 'none');
const openings = oneOf('dropdown', 'modal');
const namedField = object({ id: text, visibility: oneOf('always', 'when-collapsed') });

/** How the fields of a form are arranged. */
const formLayout = anyOf(
  object({ type: oneOf('regular'), labelPosition: label }),
  object({
    type: oneOf('panel'),
    labelPosition: label,
    openAs: anyOf(openings, object({ type: openings, applyLabel: text, cancelLabel: text })),
    summary: anyOf(text, list(text)),
    editVisibility: oneOf('always', 'on-hover'),
  }),
  object({
    type: oneOf('card'),
    withHeader: flag,
    isOpened: flag,
    isCollapsible: flag,
    summary: anyOf(text, list(anyOf(text, namedField))),
  }),
  object({
    type: oneOf('row'),
    alignment: oneOf('start', 'center', 'end'),
    styles: mapOf(object({ flex: size })),
  }),
  object({ type: oneOf('details'), summary: text }),
);

const formField = object({
  id: text,
  label: text,
  description: text,
  layout: formLayout,
  children: list(anyOf(text, { type: 'object' })),
});

const field = fieldsOf<never>();
const readonly = true as const;
const described = (description: string, published: Part) =>
  field({ readonly, schema: s.object({ description, published }) });

/** How the configuration of a list is described. */
export const viewConfigResource = defineResource({
  title: 'view-config',
  fields: {
    kind: field({ readonly, schema: s.string({ description: 'Kind of items.' }) }),
    name: field({ readonly, schema: s.string({ description: 'Name within the kind.' }) }),
    version: field({ readonly, schema: s.integer({ description: 'Version of the configuration.' }) }),
    default_view: described('The view to begin with.', view),
    default_layouts: described(
      'The layouts to choose from.',
      object({
        table: layoutOf(tableLayout),
        list: layoutOf({ density }),
        grid: layoutOf(gridLayout),
        activity: layoutOf({ density }),
        pickerGrid: layoutOf(gridLayout),
        pickerTable: layoutOf(tableLayout),
      }),
    ),
    view_list: described('The views to choose from.', list(object({ title: text, slug: text, view }))),
    form: described('The form for one item.', object({ layout: formLayout, fields: list(anyOf(text, formField)) })),
  },
  links: [],
  load: (none: readonly never[]) => none,
});
