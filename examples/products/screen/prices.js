/** Every product with its price, which can be changed on the spot. */
export async function mount(element, api) {
  const words = api.words({
    en: { product: 'Product', cents: 'Price in cents', save: 'Save', saved: 'Saved', none: 'There are no products.' },
    de: {
      product: 'Produkt',
      cents: 'Preis in Cent',
      save: 'Speichern',
      saved: 'Gespeichert',
      none: 'Es gibt keine Produkte.',
    },
  });
  const answer = await api.fetch('/wp/v2/products?context=edit&per_page=100&_fields=id,title,meta');
  const products = await answer.json();
  if (!answer.ok) throw new Error(products.message);
  element.append(products.length > 0 ? table(products, words, api) : words.none);
}

function table(products, words, api) {
  const made = document.createElement('table');
  const head = made.createTHead().insertRow();
  for (const label of [words.product, words.cents, words.save]) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = label;
    head.append(cell);
  }
  const body = made.createTBody();
  for (const product of products) {
    const row = body.insertRow();
    row.insertCell().textContent = product.title.raw;
    const price = document.createElement('input');
    price.type = 'number';
    price.min = '0';
    price.value = String(product.meta.price_cents ?? 0);
    price.setAttribute('aria-label', `${words.cents}: ${product.title.raw}`);
    row.insertCell().append(price);
    const save = document.createElement('button');
    save.textContent = words.save;
    save.addEventListener('click', () => store(product.id, Number(price.value), words, api));
    row.insertCell().append(save);
  }
  return made;
}

async function store(id, cents, words, api) {
  const answer = await api.fetch(`/wp/v2/products/${id}`, { method: 'POST', body: { meta: { price_cents: cents } } });
  if (answer.ok) api.notify(words.saved);
  else api.notify((await answer.json()).message, 'failed');
}
