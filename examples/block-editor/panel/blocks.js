/** A link from the editor of the admin page to the block editor. */
export function mount(element, { editor, words }) {
  const { edit, first } = words({
    en: { edit: 'Edit with blocks', first: 'Save it once to edit it with blocks.' },
    de: { edit: 'Mit Blöcken bearbeiten', first: 'Zuerst speichern, dann mit Blöcken bearbeiten.' },
  });
  if (editor.postId === null) {
    element.append(first);
    return;
  }
  const link = document.createElement('a');
  link.href = `${location.pathname.replace(/\/admin\/.*/, '')}/edit/${editor.postType}/post.php?post=${editor.postId}&action=edit`;
  link.textContent = edit;
  element.append(link);
}
