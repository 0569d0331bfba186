import { defineErrors } from '../../errors.ts';

/** The errors of menus, their items and their places. */
export const menuErrors = defineErrors({
  rest_cannot_view: { status: 'denied', message: () => 'You may not see menus.' },
  menu_exists: { status: 400, message: () => 'There is a menu of this name already. Choose another name.' },
  invalid_menu_id: { status: 400, message: () => 'There is no menu with this id.' },
  rest_menu_location_invalid: { status: 404, message: () => 'There is no such place for a menu.' },
  rest_title_required: { status: 400, message: () => 'An item with an address of its own needs a title.' },
  rest_url_required: { status: 400, message: () => 'An item with an address of its own needs the address in url.' },
  rest_post_invalid_type: { status: 400, message: () => 'There is no such type of content.' },
  rest_post_invalid_id: { status: 400, message: () => 'There is nothing with the id in object_id.' },
  rest_term_invalid_id: { status: 400, message: () => 'There is no term with the id in object_id.' },
  rest_trash_not_supported: {
    status: 501,
    message: () => 'Menus and their items have no trash. Send force=true to delete one permanently.',
  },
});
