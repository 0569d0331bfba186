import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { fieldsOf } from '../../api/resource/field.ts';
import { presentItem } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route, writing } from '../../api/routing/route.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { sentText } from '../posts/fields/text-fields.ts';
import { isWriter, themeCapability } from './editor-access.ts';
import type { EditorContext } from './editor-context.ts';
import { type StoredStyles, styleErrors, stylesById, updateStyles } from './global-styles.ts';
import { themeErrors } from './theme-routes.ts';

const path = '/wp/v2/global-styles';

/** `/wp/v2/global-styles`: the styles that apply to all of the site; editors read them, and show texts accordingly. */
export function globalStyleRoutes({ theme, types }: EditorContext): RouteModule {
  const mayRead = (call: Call): boolean => isWriter(types, call);
  const permitTheme = (_input: object, call: Call): void => {
    if (!mayRead(call)) throw styleErrors.rest_cannot_read_global_styles();
  };
  const refuseTheme = (folder: string): void => {
    if (folder !== theme.folder) throw themeErrors.rest_theme_not_found();
  };
  const permitReading = async ({ id }: { readonly id?: number }, call: Call): Promise<void> => {
    await stylesById(id, call);
    if (!mayRead(call)) throw styleErrors.rest_cannot_view();
  };
  const permitRevisions = async ({ parent }: { readonly parent?: number }, call: Call): Promise<void> => {
    await stylesById(parent, call);
    if (!call.caller.can(themeCapability)) throw styleErrors.rest_cannot_view();
  };
  const routes = [
    route({
      method: 'GET',
      path: `${path}/{parent:int}/revisions`,
      summary: 'List earlier forms of styles.',
      args: {
        context: contextArgument,
        page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
        per_page: s.integer({ minimum: 1, maximum: 100, description: 'Items per page.' }),
        offset: s.integer({ description: 'Items to skip.' }),
      },
      permit: permitRevisions,
      handle: () => reply([]),
      response: { schema: json.emptyList },
      resource: revision,
    }),
    route({
      method: 'GET',
      path: `${path}/{parent:int}/revisions/{id:int}`,
      summary: 'Show an earlier form of styles.',
      args: { context: contextArgument },
      permit: permitRevisions,
      handle: () => {
        throw styleErrors.rest_post_invalid_id();
      },
      resource: revision,
    }),
    route({
      method: 'GET',
      path: `${path}/themes/{stylesheet:themePath}/variations`,
      summary: 'List the looks that a theme offers.',
      permit: permitTheme,
      handle: ({ stylesheet }) => {
        refuseTheme(stylesheet);
        return reply([]);
      },
      response: { schema: json.emptyList },
      batched: false,
    }),
    route({
      method: 'GET',
      path: `${path}/themes/{stylesheet:theme}`,
      summary: 'Show the styles that a theme begins with.',
      permit: permitTheme,
      handle: async ({ stylesheet }, call) => {
        refuseTheme(stylesheet);
        return reply(await presentItem(themeStyles, { folder: stylesheet }, call, 'view'));
      },
      response: { schema: open },
      batched: false,
    }),
    route({
      method: 'GET',
      path: `${path}/{id:slashedInt}`,
      summary: 'Show the styles of the site.',
      args: { id: stylesId },
      permit: permitReading,
      handle: async ({ id }, call) => reply(await presentItem(ownStyles, await stylesById(id, call), call, 'view')),
      resource: ownStyles,
      batched: false,
    }),
    route({
      method: writing,
      path: `${path}/{id:slashedInt}`,
      summary: 'Change the styles of the site.',
      args: {
        id: { ...stylesId, unlisted: true },
        styles: s.object({ description: 'Styles.', emptyList: true, published: { type: ['object'] } }),
        settings: s.object({ description: 'Settings.', emptyList: true, published: { type: ['object'] } }),
        title: s.text({ description: 'Title.', published: titleSchema }),
      },
      permit: async ({ id }, call) => {
        await stylesById(id, call);
        if (!call.caller.can(themeCapability)) throw styleErrors.rest_cannot_edit();
      },
      requiresLogin: true,
      handle: async ({ id, title, settings, styles }, call) => {
        const changed = await updateStyles(
          id,
          {
            ...(title === undefined ? {} : { title: sentText(title) }),
            ...(settings ? { settings } : {}),
            ...(styles ? { styles } : {}),
          },
          call,
        );
        return reply(await presentItem(ownStyles, changed, call, 'edit'));
      },
      batched: false,
    }),
  ];
  return { routes };
}

const stylesId = s.integer({ description: 'Id of the styles.', pass: 2 });
const titleSchema = {
  type: ['object', 'string'],
  properties: {
    raw: { type: 'string', context: ['view', 'edit', 'embed'] },
    rendered: { type: 'string', context: ['view', 'edit', 'embed'], readonly: true },
  },
};

/** What editors may offer: a theme that is drawn by functions takes its look from its own style sheet. */
const themeSettings = {
  color: { background: true, custom: true, customGradient: true, link: false, text: true },
  layout: { contentSize: '', wideSize: '' },
  spacing: { blockGap: null, margin: false, padding: false, units: ['px', 'em', 'rem', 'vh', 'vw', '%'] },
  typography: { customFontSize: true, dropCap: true, fontStyle: true, fontWeight: true, lineHeight: false },
};

const ofTheme = fieldsOf<{ readonly folder: string }>();
const open = json.mapOf(true);

const themeStyles = defineResource({
  title: 'wp_global_styles',
  fields: {
    settings: ofTheme({
      schema: s.object({ description: 'What editors may offer.' }),
      read: () => themeSettings,
      output: open,
    }),
    styles: ofTheme({ schema: s.object({ description: 'The look of blocks.' }), read: () => ({}), output: open }),
  },
  links: [{ rel: 'self', to: ({ folder }) => ({ href: `${path}/themes/${folder}` }) }],
  load: (themes: readonly { readonly folder: string }[]) => themes,
});

const ofStyles = fieldsOf<StoredStyles>();
const everywhere = ['embed', 'view', 'edit'] as const;
const texts = ['view', 'edit', 'embed'] as const;
const notEmbedded = ['view', 'edit'] as const;

const ownStyles = defineResource({
  title: 'wp_global_styles',
  fields: {
    id: ofStyles({
      schema: s.integer({ description: 'Id of the styles.' }),
      contexts: everywhere,
      readonly: true,
      read: ({ id }) => id,
    }),
    styles: ofStyles({
      schema: s.object({ description: 'Styles.', published: { type: ['object'] } }),
      contexts: notEmbedded,
      read: ({ styles }) => styles,
      output: open,
    }),
    settings: ofStyles({
      schema: s.object({ description: 'Settings.', published: { type: ['object'] } }),
      contexts: notEmbedded,
      read: ({ settings }) => settings,
      output: open,
    }),
    title: ofStyles({
      schema: s.object({ description: 'Title.', published: { type: ['object', 'string'], default: '' } }),
      contexts: everywhere,
      properties: {
        raw: ofStyles({
          schema: s.string({ description: 'Title as it is stored.' }),
          contexts: texts,
          read: ({ title }) => title,
        }),
        rendered: ofStyles({
          schema: s.string({ description: 'Title as readers see it.' }),
          contexts: texts,
          readonly: true,
          read: ({ title }) => title,
        }),
      },
    }),
  },
  links: [
    { rel: 'self', to: ({ id }) => ({ href: `${path}/${id}` }) },
    { rel: 'about', to: () => ({ href: '/wp/v2/types/wp_global_styles' }) },
  ],
  load: (styles: readonly StoredStyles[]) => styles,
});

const ofRevision = fieldsOf<never>();
const date = (description: string, contexts: typeof texts | typeof notEmbedded) =>
  ofRevision({ schema: s.string({ description, format: 'date-time' }), contexts });

/** How an earlier form of styles is described; none are kept. */
const revision = defineResource({
  title: 'wp_global_styles-revision',
  fields: {
    author: ofRevision({ schema: s.integer({ description: 'Id of who changed them.' }), contexts: texts }),
    date: date("When they were changed, in the site's time.", texts),
    date_gmt: date('When they were changed, in GMT.', notEmbedded),
    id: ofRevision({ schema: s.integer({ description: 'Id.' }), contexts: everywhere, readonly: true }),
    modified: date("When it was written, in the site's time.", notEmbedded),
    modified_gmt: date('When it was written, in GMT.', notEmbedded),
    parent: ofRevision({ schema: s.integer({ description: 'Id of the styles.' }), contexts: texts }),
    styles: ofRevision({
      schema: s.object({ description: 'Styles.', published: { type: ['object'] } }),
      contexts: notEmbedded,
    }),
    settings: ofRevision({
      schema: s.object({ description: 'Settings.', published: { type: ['object'] } }),
      contexts: notEmbedded,
    }),
  },
  links: [],
  load: (none: readonly never[]) => none,
});
