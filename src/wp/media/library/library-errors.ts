import { defineErrors } from '../../../lib/errors.ts';

/** The errors of the media library: its folders, versions of pictures, changes of many files. */
export const libraryErrors = defineErrors({
  platen_picture_changed: {
    status: 409,
    message: () => 'Somebody else has changed this picture in the meantime. Load it again.',
  },
  platen_picture_busy: { status: 409, message: () => 'Somebody else is changing this file. Try again.' },
  platen_no_first_version: {
    status: 409,
    message: () => 'There is no version before this one, or its file is missing.',
  },
  platen_not_a_picture: { status: 400, message: () => 'This file is no picture that can be changed.' },
  platen_too_many_folders: {
    status: 400,
    message: (at: { most: number }) => `There may be at most ${at.most} folders. Remove some, or use tags.`,
  },
  platen_no_such_folder: { status: 400, message: () => 'There is no folder with this id.' },
  platen_folder_below_itself: { status: 400, message: () => 'A folder cannot be moved below itself.' },
});
