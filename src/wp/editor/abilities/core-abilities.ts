import type { Call } from '../../../api/call.ts';
import { usualLocale } from '../../../rules/site.ts';

/** Something that programs can have the site do, described so that they can find out how. */
export interface Ability {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly category: string;
  /** The members of its answer; those that are asked for are named in the input. */
  readonly answers: Readonly<Record<string, AnswerMember>>;
  readonly permits: (call: Call) => boolean;
  readonly run: (call: Call) => Promise<Readonly<Record<string, unknown>>>;
}

export interface AnswerMember {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly items?: object;
  readonly enum?: readonly string[];
}

/** A group of abilities. */
export interface AbilityCategory {
  readonly slug: string;
  readonly label: string;
  readonly description: string;
}

export const abilityCategories: readonly AbilityCategory[] = [
  { slug: 'site', label: 'Site', description: 'What the site is and what it runs on.' },
  { slug: 'user', label: 'User', description: 'Who uses the site.' },
];

const text = (title: string, description: string): AnswerMember => ({ type: 'string', title, description });
const isAdministrator = ({ caller }: Call): boolean => caller.can('manage_options');

/** The version of the interface that clients find here. */
const interfaceVersion = '7.1';

const siteInfo: Ability = {
  name: 'core/get-site-info',
  label: 'Tell about the site',
  description: 'Answers with the name, the addresses and the language of the site.',
  category: 'site',
  answers: {
    name: text('Name', 'The title of the site.'),
    description: text('Tagline', 'What the site is about.'),
    url: text('Address', 'Where readers find the site.'),
    wpurl: text('Address of the server', 'Where programs find the site.'),
    admin_email: text('E-mail address', 'The address of the administrator.'),
    charset: text('Encoding', 'How texts are encoded.'),
    language: text('Language', 'The language of the site.'),
    version: text('Version', 'The version of the interface.'),
  },
  permits: isAdministrator,
  run: async ({ site }) => ({
    name: site.title,
    description: site.tagline,
    url: site.url,
    wpurl: site.serverUrl,
    admin_email: site.adminEmail,
    charset: 'UTF-8',
    language: site.language,
    version: interfaceVersion,
  }),
};

const profileKeys = ['first_name', 'last_name', 'nickname', 'description', 'locale'];

const userInfo: Ability = {
  name: 'core/get-user-info',
  label: 'Tell who is logged in',
  description: 'Answers with the profile of the user who asks.',
  category: 'user',
  answers: {
    id: { type: 'integer', title: 'Id', description: 'The id of the user.' },
    display_name: text('Name', 'The name that readers see.'),
    user_nicename: text('Slug', 'The name in addresses.'),
    user_login: text('Log-in name', 'The name to log in with.'),
    roles: { type: 'array', title: 'Roles', description: 'What the user may do.', items: { type: 'string' } },
    locale: text('Language', 'The language of the user.'),
    first_name: text('First name', 'The first name.'),
    last_name: text('Last name', 'The last name.'),
    nickname: text('Nickname', 'The nickname.'),
    description: text('Description', 'What the user says about themself.'),
    user_url: text('Address', 'A site of the user.'),
  },
  permits: ({ caller }) => caller.userId > 0,
  run: async ({ store, caller, site }) => {
    const [user, meta] = await Promise.all([
      store.users.byId(caller.userId),
      store.meta.of('user', [caller.userId], profileKeys),
    ]);
    const rows = meta.get(caller.userId) ?? [];
    const stored = (key: string): string => rows.find((row) => row.key === key)?.value ?? '';
    return {
      id: caller.userId,
      display_name: user?.displayName ?? '',
      user_nicename: user?.slug ?? '',
      user_login: user?.login ?? '',
      roles: caller.roles,
      locale: stored('locale') || site.locale || usualLocale,
      first_name: stored('first_name'),
      last_name: stored('last_name'),
      nickname: stored('nickname'),
      description: stored('description'),
      user_url: user?.url ?? '',
    };
  },
};

const environmentInfo = (database: string): Ability => ({
  name: 'core/get-environment-info',
  label: 'Tell what the site runs on',
  description: 'Answers with the versions of what the site runs on.',
  category: 'site',
  answers: {
    environment: {
      ...text('Environment', 'What the installation is for.'),
      enum: ['production', 'staging', 'development', 'local'],
    },
    php_version: text('Runtime', 'The runtime and its version.'),
    db_server_info: text('Database', 'The kind of database.'),
    wp_version: text('Version', 'The version of the interface.'),
  },
  permits: isAdministrator,
  run: async () => ({
    environment: 'production',
    php_version: `Node.js ${process.versions.node}`,
    db_server_info: database,
    wp_version: interfaceVersion,
  }),
});

/** The abilities of every site; all of them only read. */
export const coreAbilities = (database: string): readonly Ability[] => [siteInfo, userInfo, environmentInfo(database)];
