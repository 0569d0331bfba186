/** The words for a taxonomy, made from its name in the singular and in the plural. */
export function taxonomyLabels(words) {
  const one = words.one.toLowerCase();
  const many = words.many.toLowerCase();
  const inTrees = (text) => (words.hierarchical ? text : null);
  const inClouds = (text) => (words.hierarchical ? null : text);
  return {
    name: words.many,
    singular_name: words.one,
    search_items: `Find ${many}`,
    popular_items: inClouds(`${words.many} in much use`),
    all_items: `Every ${one}`,
    parent_item: inTrees(`${words.one} above`),
    parent_item_colon: inTrees(`${words.one} above:`),
    edit_item: `Change this ${one}`,
    view_item: `Show this ${one}`,
    update_item: `Keep this ${one}`,
    add_new_item: `Start a new ${one}`,
    new_item_name: `What to call the new ${one}`,
    separate_items_with_commas: inClouds(`Put commas between ${many}`),
    add_or_remove_items: inClouds(`Put ${many} on or take them off`),
    choose_from_most_used: inClouds(`Pick from ${many} in much use`),
    not_found: `There are no ${many} here.`,
    no_terms: `None of the ${many}`,
    items_list_navigation: `Move through the list of ${many}`,
    items_list: `List of ${many}`,
    most_used: 'In much use',
    back_to_items: `Return to the ${many}`,
    menu_name: words.many,
    name_admin_bar: words.name,
  };
}
