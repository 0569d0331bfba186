/** The words for a type, made from its name in the singular and in the plural. */
export function typeLabels(words) {
  const one = words.one.toLowerCase();
  const many = words.many.toLowerCase();
  return {
    name: words.many,
    singular_name: words.one,
    add_new: 'New',
    add_new_item: `Start a new ${one}`,
    edit_item: `Change this ${one}`,
    new_item: `New ${one}`,
    view_item: `Show this ${one}`,
    view_items: `Show all ${many}`,
    search_items: `Find ${many}`,
    not_found: `There are no ${many} here.`,
    not_found_in_trash: `There are no ${many} in the trash.`,
    parent_item_colon: words.parent ?? null,
    all_items: `Every ${one}`,
    archives: `Older ${many}`,
    attributes: `Traits of the ${one}`,
    insert_into_item: `Put into the ${one}`,
    uploaded_to_this_item: `Added to this ${one}`,
    featured_image: 'Lead image',
    set_featured_image: 'Choose a lead image',
    remove_featured_image: 'Take the lead image away',
    use_featured_image: 'Make this the lead image',
    filter_items_list: `Narrow the list of ${many}`,
    items_list_navigation: `Move through the list of ${many}`,
    items_list: `List of ${many}`,
    menu_name: words.many,
    name_admin_bar: words.one,
  };
}
