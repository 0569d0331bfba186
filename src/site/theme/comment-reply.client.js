// Moves the comment form below the comment that is replied to. Without it, the links lead to a page with the form.
(() => {
  const respond = document.getElementById('respond');
  const parent = respond?.querySelector('input[name="comment_parent"]');
  const title = document.getElementById('reply-title');
  const cancel = respond?.querySelector('.cancel');
  if (!respond || !parent || !title || !cancel) return;
  const place = document.createElement('div');
  const usual = title.dataset.usual ?? title.textContent;
  respond.before(place);

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-reply-to]') : null;
    const id = link?.getAttribute('data-reply-to');
    const comment = id && document.getElementById(`div-comment-${id}`);
    if (!comment || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    comment.after(respond);
    parent.value = id;
    title.textContent = link.getAttribute('aria-label');
    cancel.hidden = false;
    document.getElementById('comment')?.focus();
  });

  cancel.addEventListener('click', (event) => {
    event.preventDefault();
    place.after(respond);
    parent.value = '0';
    title.textContent = usual;
    cancel.hidden = true;
  });
})();
