/** `level_3` to `level_0`: legacy user levels, which some clients and plugins still read. */
const levels = (top) => Array.from({ length: top + 1 }, (_, below) => `level_${top - below}`);
const ownDrafts = (things) => [`edit_${things}`, `delete_${things}`];
const ownPublished = (things) => [`edit_published_${things}`, `publish_${things}`, `delete_published_${things}`];
const ofOthers = (things) => [
  `edit_others_${things}`,
  `delete_others_${things}`,
  `read_private_${things}`,
  `edit_private_${things}`,
  `delete_private_${things}`,
];
const subscriber = ['read'];
const contributor = [...subscriber, ...ownDrafts('posts')];
const author = [...contributor, ...ownPublished('posts'), 'upload_files'];
const editor = [
  ...author,
  ...ofOthers('posts'),
  ...ownDrafts('pages'),
  ...ownPublished('pages'),
  ...ofOthers('pages'),
  'moderate_comments',
  'manage_categories',
  'manage_links',
  'unfiltered_html',
];
const administrator = [
  ...editor,
  'manage_options',
  ...['list_users', 'create_users', 'edit_users', 'promote_users', 'remove_users', 'delete_users'],
  ...['switch_themes', 'edit_themes', 'edit_theme_options', 'install_themes', 'update_themes', 'delete_themes'],
  ...['activate_plugins', 'edit_plugins', 'install_plugins', 'update_plugins', 'delete_plugins'],
  ...['edit_dashboard', 'edit_files', 'unfiltered_upload', 'update_core', 'import', 'export'],
];
const role = (label, topLevel, granted) => ({
  label,
  capabilities: Object.fromEntries([...granted, ...levels(topLevel)].map((name) => [name, true])),
});
/** The five default roles, most powerful first. */
export const standardRoles = new Map([
  ['administrator', role('Administrator', 10, administrator)],
  ['editor', role('Editor', 7, editor)],
  ['author', role('Author', 2, author)],
  ['contributor', role('Contributor', 1, contributor)],
  ['subscriber', role('Subscriber', 0, subscriber)],
]);
/**
 * The roles from a site's stored table (the option, already decoded), or the standard ones where it
 * has none or one that cannot be read.
 */
export function rolesFrom(stored) {
  const table = new Map();
  for (const [name, row] of entriesOf(stored)) {
    const members = new Map(entriesOf(row));
    const label = members.get('name');
    const capabilities = new Map(entriesOf(members.get('capabilities')).map(([key, on]) => [key, isGranted(on)]));
    table.set(name, {
      label: typeof label === 'string' ? label : name,
      capabilities: Object.fromEntries(capabilities),
    });
  }
  return table.size > 0 ? table : standardRoles;
}
/** Stored flags are booleans, numbers or digits, depending on which program wrote them. */
export function isGranted(flag) {
  return flag === true || (flag !== '0' && flag !== '' && flag !== false && flag !== 0 && flag != null);
}
function entriesOf(value) {
  if (value instanceof Map) return [...value].map(([key, member]) => [String(key), member]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
