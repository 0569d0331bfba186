/** What can be opened or done from the bar of the editor and with its keys. */
export type EditorTool =
  | 'preview'
  | 'versions'
  | 'focusMode'
  | 'settings'
  | 'notes'
  | 'review'
  | 'shortcuts'
  | 'duplicate'
  | 'release'
  | 'trash';
