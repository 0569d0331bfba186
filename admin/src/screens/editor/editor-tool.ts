/** What can be opened or done from the bar of the editor and with its keys. */
export type EditorTool = 'preview' | 'versions' | 'focusMode' | 'settings' | 'shortcuts' | 'trash';
