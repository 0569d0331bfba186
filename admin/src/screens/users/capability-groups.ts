/** Where capabilities stand in the form, by their names. */
const patterns = {
  posts: /_posts$|^read$|^manage_categories$|^moderate_comments$|^unfiltered_html$/,
  pages: /_pages$/,
  files: /^upload_files$|^unfiltered_upload$|_files$/,
  people: /_users$/,
  plugins: /_plugins$|_themes$|^update_core$/,
  site: /^manage_options$|^manage_links$|^edit_theme_options$|^edit_dashboard$|^import$|^export$/,
} as const;

export type CapabilityGroup = keyof typeof patterns | 'other';

/** The capabilities in their groups, each in one; empty groups are left out. */
export function capabilityGroups(names: readonly string[]): [CapabilityGroup, readonly string[]][] {
  const groupOf = (name: string): CapabilityGroup => {
    const [group] = Object.entries(patterns).find(([, pattern]) => pattern.test(name)) ?? ['other'];
    // The keys are those of the table.
    return group as CapabilityGroup;
  };
  const grouped = Map.groupBy(names, groupOf);
  const order: readonly CapabilityGroup[] = ['posts', 'pages', 'files', 'people', 'site', 'plugins', 'other'];
  return order.flatMap((group): [CapabilityGroup, readonly string[]][] => {
    const found = grouped.get(group);
    return found ? [[group, found]] : [];
  });
}
