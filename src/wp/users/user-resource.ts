import { fieldsOf, textTooLong } from '../../api/resource/field.ts';
import { defineResource } from '../../api/resource/resource.ts';
import { type AccountChanges, isLogin } from '../../auth/accounts.ts';
import type { HookUser } from '../../background/hook-values.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { type InputOf, Refusal, s } from '../../lib/schema/schema.ts';
import { heldCapabilities, roleNames } from '../../rules/capabilities.ts';
import type { RowKey } from '../../rules/fields/field-storage.ts';
import { metaSchema } from '../../rules/meta-registry.ts';
import { authorLink } from '../../rules/permalinks.ts';
import { type RoleTable, standardRoles } from '../../rules/roles.ts';
import { isStorable, textLimits } from '../../rules/text-limits.ts';
import { wireDate } from '../../rules/zone.ts';
import type { MetaRow, User } from '../../storage/rows.ts';
import { stripTags } from '../../text/plain-text.ts';
import { storeUrl } from '../../text/sanitise/clean-url.ts';
import { storePersonName } from '../../text/sanitise/store-text.ts';
import { foldLetters, type SlugOptions, slugify } from '../../text/slug.ts';
import type { CoreContext } from '../context/core-context.ts';
import { acfMember } from '../fields/acf-member.ts';
import { avatarResponse, avatarSchema, avatarUrls } from './user-avatar.ts';
import { userErrors } from './user-errors.ts';
import { rememberUsers } from './user-permissions.ts';

/** A user with what the requested fields need. */
export interface UserSubject {
  readonly user: User;
  readonly meta: readonly MetaRow[];
  /** Role names and single capabilities, as stored. */
  readonly stored: Readonly<Record<string, boolean>>;
  readonly roles: RoleTable;
}

/** The requested values of an account. */
export type UserDraft = { -readonly [K in keyof AccountChanges]: AccountChanges[K] };

type UserNeed = (typeof profileKeys)[number] | 'meta' | 'capabilities';

export type UserResource = ReturnType<typeof userResource>;
export type UserInput = InputOf<UserResource['arguments']['update']>;

export function userResource(context: CoreContext) {
  return defineResource({
    title: 'user',
    schemaUri: context.variant.protocol.contentSchemaUri,
    fields: userFields(context),
    links: [
      { rel: 'self', to: ({ user }) => ({ href: `/wp/v2/users/${user.id}` }) },
      { rel: 'collection', to: () => ({ href: '/wp/v2/users' }) },
    ],
    extra: { fields: context.extraFields.get('user'), item: userFacts },
    remember: (users, call) => rememberUsers(users, call, context),
    newDraft: (): UserDraft => ({}),
    load: async (users: readonly User[], needs, { store }) => {
      const ids = users.map((user) => user.id);
      const keys = [...profileKeys.filter((key) => needs.has(key)), ...(needs.has('meta') ? registered(context) : [])];
      const meta = keys.length > 0 ? await store.meta.of('user', ids, keys) : null;
      const stored = needs.has('capabilities') ? await store.users.capabilities(ids) : null;
      const roles = needs.has('capabilities') ? await context.roles(store) : standardRoles;
      return users.map((user) => ({
        user,
        meta: meta?.get(user.id) ?? [],
        stored: stored?.get(user.id) ?? {},
        roles,
      }));
    },
  });
}

const profileKeys = ['first_name', 'last_name', 'nickname', 'description', 'locale'] as const;
const registered = (context: CoreContext): readonly RowKey[] => context.meta.keysOf('user', 'user');
const metaText = ({ meta }: UserSubject, key: string): string => meta.find((row) => row.key === key)?.value ?? '';

const field = fieldsOf<UserSubject, UserDraft, UserNeed>();
const everywhere = ['embed', 'view', 'edit'] as const;
const edited = ['edit'] as const;

function userFields(context: CoreContext) {
  const slugs = context.variant.text.slugs;
  return {
    id: field({
      schema: s.integer({ description: 'Id of the user.' }),
      contexts: everywhere,
      readonly: true,
      read: ({ user }) => user.id,
    }),
    username: field({
      schema: s.string({
        description: 'Name to log in with; it cannot be changed later.',
        required: true,
        pass: 2,
        check: (name: string) => (isLogin(name) ? null : badUsername),
      }),
      contexts: edited,
      read: ({ user }) => user.login,
    }),
    name: field({
      schema: s.string({ description: 'Name to show.' }),
      limit: textLimits.userName,
      contexts: everywhere,
      read: ({ user }) => user.displayName,
      write: (draft, value) => {
        const name = storePersonName(value);
        if (!isStorable(name, textLimits.userName)) throw textTooLong('name', textLimits.userName);
        draft.displayName = name;
      },
    }),
    first_name: profileField('first_name', 'First name.', (draft, value) => {
      draft.firstName = storePersonName(value);
    }),
    last_name: profileField('last_name', 'Last name.', (draft, value) => {
      draft.lastName = storePersonName(value);
    }),
    email: field({
      schema: s.string({
        description: 'E-mail address.',
        format: 'email',
        required: true,
        check: (email: string) => (email.length <= 100 ? null : 'email has at most 100 characters.'),
      }),
      contexts: edited,
      read: ({ user }) => user.email,
      write: (draft, value) => {
        draft.email = value;
      },
    }),
    url: field({
      schema: s.string({ description: 'Address of a site of the user.', format: 'uri' }),
      limit: textLimits.userUrl,
      tooLong: userErrors.user_url_too_long,
      contexts: everywhere,
      read: ({ user }) => user.url,
      write: (draft, value) => {
        draft.url = storeUrl(value, context.variant.text);
      },
    }),
    description: field({
      schema: s.string({ description: 'Description of the user; some HTML is allowed.' }),
      limit: textLimits.userDescription,
      contexts: everywhere,
      needs: ['description'],
      read: (subject) => metaText(subject, 'description'),
      write: async (draft, value) => {
        const text = { as: 'personDescription', raw: value, unfiltered: false } as const;
        const [description = ''] = await context.textWork.clean([text]);
        if (!isStorable(description, textLimits.userDescription))
          throw textTooLong('description', textLimits.userDescription);
        draft.description = description;
      },
    }),
    link: field({
      schema: s.string({ description: 'Public address of what the user wrote.', format: 'uri' }),
      contexts: everywhere,
      readonly: true,
      read: ({ user }, { site }) => authorLink(site, user),
    }),
    locale: field({
      schema: s.string({ description: 'Language of the user.', enum: ['', 'en_US'] }),
      contexts: edited,
      needs: ['locale'],
      read: (subject, { site }) => metaText(subject, 'locale') || site.locale,
      output: json.string,
      write: (draft, value) => {
        draft.locale = value;
      },
    }),
    nickname: profileField('nickname', 'Name among friends.', (draft, value) => {
      draft.nickname = storePersonName(value);
    }),
    slug: field({
      schema: s.string({ description: 'Slug of the user.' }),
      limit: textLimits.slug,
      tooLong: userErrors.user_nicename_too_long,
      contexts: everywhere,
      read: ({ user }) => user.slug,
      write: (draft, value) => {
        draft.slug = userSlug(value, slugs);
      },
    }),
    ...rightsFields(),
    avatar_urls: field({
      schema: avatarSchema('Addresses of a picture of the user, by size.'),
      contexts: everywhere,
      readonly: true,
      read: ({ user }, call) => avatarUrls(user.email, call),
      output: avatarResponse,
    }),
    meta: field({
      schema: metaSchema(context.meta, 'user', 'user'),
      limit: textLimits.meta,
      contexts: ['view', 'edit'],
      needs: ['meta'],
      read: ({ user, meta }, { caller }, shown) =>
        context.meta.read({ object: 'user', subtype: 'user', ownerId: user.id }, meta, caller, shown),
      output: context.meta.response('user', 'user'),
    }),
    ...acfField(context),
  };
}

function acfField(context: CoreContext) {
  const member = acfMember(context, 'user', 'user');
  if (!member) return {};
  return {
    acf: field({
      schema: member.schema,
      limit: textLimits.meta,
      contexts: everywhere,
      needs: member.asks.roles ? ['meta', 'capabilities'] : ['meta'],
      read: ({ user, meta, stored, roles }, call, shown) =>
        member.read(meta, { id: user.id, roles: roleNames(stored, roles) }, call, shown),
      output: member.output,
    }),
  };
}

function profileField(
  key: (typeof profileKeys)[number],
  description: string,
  write: (draft: UserDraft, value: string) => void,
) {
  return field({
    schema: s.string({ description }),
    limit: textLimits.personName,
    contexts: edited,
    needs: [key],
    read: (subject) => metaText(subject, key),
    write,
  });
}

const badUsername = new Refusal(
  'username may hold letters, digits, blanks and _ . - @ only.',
  'rest_user_invalid_username',
  { status: 400 },
);
const badPassword = new Refusal(
  'password must not be empty and must not hold a backslash.',
  'rest_user_invalid_password',
  { status: 400 },
);

/** Why a password is refused, or null. */
export const passwordFault = (password: string): Refusal | null =>
  password === '' || password === '0' || password.includes('\\') ? badPassword : null;

function rightsFields() {
  return {
    registered_date: field({
      schema: s.string({ description: 'Registration date.', format: 'date-time' }),
      contexts: edited,
      readonly: true,
      read: ({ user }) => `${wireDate(user.registered)}+00:00`,
      output: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}[+]00:00$' },
    }),
    roles: field({
      schema: s.array(s.string(), { description: 'Roles of the user.' }),
      contexts: edited,
      needs: ['capabilities'],
      read: ({ stored, roles }) => roleNames(stored, roles),
    }),
    password: field({
      schema: s.string({
        description: 'Password; it is never shown.',
        required: true,
        pass: 2,
        check: passwordFault,
      }),
      limit: textLimits.userPassword,
      contexts: [],
      write: (draft, value) => {
        draft.password = value;
      },
    }),
    capabilities: field({
      schema: s.object({ description: 'Capabilities of the user.' }),
      contexts: edited,
      readonly: true,
      needs: ['capabilities'],
      read: ({ stored, roles }) => Object.fromEntries(heldCapabilities(stored, roles)),
      output: json.mapOf(json.boolean),
    }),
    extra_capabilities: field({
      schema: s.object({ description: 'Roles and capabilities given to this user.' }),
      contexts: edited,
      readonly: true,
      needs: ['capabilities'],
      read: ({ stored }) => stored,
      output: json.mapOf(json.boolean),
    }),
  };
}

/** A user as hooks and fields of extensions see one. */
export function userFacts({ id, login, displayName, slug }: User): HookUser {
  return { id, login, displayName, slug };
}

/** Makes the slug of a user: only characters allowed in a login name are kept. May be empty. */
export function userSlug(requested: string, options: SlugOptions): string {
  const plain = foldLetters(stripTags(requested))
    .replace(/%[0-9a-f]{2}/gi, '')
    .replace(/&[^;\n]+;/g, '');
  return slugify(plain.replace(/[^A-Za-z0-9 _.@-]+/g, ''), options);
}
