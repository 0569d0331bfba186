const field = document.getElementById('filter');
const count = document.getElementById('count');
const operations = [...document.querySelectorAll('.operation')].map((element) => ({
  element,
  text: element.textContent.toLowerCase(),
}));

/** Shows the routes that contain every word, and the groups that have one. */
function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { element, text } of operations) {
    element.hidden = !words.every((word) => text.includes(word));
    if (!element.hidden) shown += 1;
  }
  for (const section of document.querySelectorAll('main section')) {
    const isSchemas = section.id === 'schemas';
    section.hidden = words.length > 0 && (isSchemas || !section.querySelector('.operation:not([hidden])'));
    const link = document.querySelector(`nav a[href="#${CSS.escape(section.id)}"]`);
    link.parentElement.hidden = section.hidden;
  }
  count.textContent = words.length > 0 ? `${shown} of ${operations.length} routes` : '';
}

/** A link to a part of the page opens it, also where the filter hides it. */
function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest('[hidden]')) {
    field.value = '';
    filter();
  }
  if (target.tagName === 'DETAILS') target.open = true;
  target.scrollIntoView();
}

field.addEventListener('input', filter);
field.closest('.search').hidden = false;
addEventListener('hashchange', open);
open();
