// Fills and sends the site's forms on any page: <div data-cform-embed="12"></div><script src="https://site/embed/forms.js" defer></script>
// No dependency, no inline style or script, works under a strict content policy.
(() => {
  if (window.cform) return;
  const script = document.currentScript;
  const base = new URL('..', script.src).href.replace(/\/$/, '');
  const prefix = 'cform';
  const statuses = {
    validation_failed: 'invalid',
    acceptance_missing: 'unaccepted',
    spam: 'spam',
    aborted: 'aborted',
    mail_sent: 'sent',
    mail_failed: 'failed',
  };
  let count = 0;

  const scan = (within = document) => {
    for (const place of within.querySelectorAll('[data-cform-embed]:not([data-cform-ready])')) load(place);
    for (const form of within.querySelectorAll(`.${prefix} > form:not([data-cform-ready])`)) enhance(form);
  };
  window.cform = { scan };
  document.addEventListener('cformscan', (event) => scan(event.detail?.within));
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => scan());
  else scan();

  async function load(place) {
    place.dataset.cformReady = 'true';
    const { cformEmbed, htmlId, htmlName, htmlClass, post } = place.dataset;
    const query = new URLSearchParams({ n: String(++count) });
    const popup = place.closest('[data-popup]')?.dataset.popup;
    for (const [name, value] of Object.entries({
      html_id: htmlId,
      html_name: htmlName,
      html_class: htmlClass,
      post,
      popup,
    })) {
      if (value) query.set(name, value);
    }
    const answer = await fetch(`${base}/embed/forms/${encodeURIComponent(cformEmbed)}?${query}`, {
      credentials: 'omit',
    });
    place.innerHTML = await answer.text();
    scan(place);
  }

  function enhance(form) {
    form.dataset.cformReady = 'true';
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      send(form, event.submitter);
    });
    form.addEventListener('reset', () => clear(form));
    form.addEventListener('change', (event) => {
      keepExclusive(event.target);
      completeUrl(event.target);
      help(form);
    });
    form.addEventListener('input', () => help(form));
    help(form);
  }

  async function send(form, submitter) {
    if (form.dataset.status === 'submitting') return;
    clear(form);
    const data = new FormData(form);
    if (submitter?.name) data.append(submitter.name, submitter.value);
    const detail = detailOf(form, data);
    fire(form, 'beforesubmit', detail);
    setStatus(form, 'submitting');
    try {
      await proveHuman(form, data);
      const answer = await fetch(form.action, {
        method: 'POST',
        body: data,
        headers: { accept: 'application/json' },
        credentials: 'omit',
      });
      show(form, await answer.json(), detail);
    } catch {
      show(form, { status: 'mail_failed', message: 'The server could not be reached. Please try again.' }, detail);
    }
  }

  /**
   * If the site has a bot check, the page provides a function for the token: `window.cform.botToken = async (form) =>
   * …`.
   */
  async function proveHuman(form, data) {
    const name = `_${prefix}_bot_token`;
    if (data.has(name) && window.cform.botToken) data.set(name, await window.cform.botToken(form));
  }

  function show(form, answer, detail) {
    const known = Object.hasOwn(statuses, answer.status);
    const status = known ? statuses[answer.status] : `custom-${String(answer.status ?? 'error').replaceAll('_', '-')}`;
    setStatus(form, status);
    const all = { ...detail, status: answer.status, apiResponse: answer };
    const hash = form.querySelector(`[name="_${prefix}_posted_data_hash"]`);
    if (hash) hash.value = answer.posted_data_hash ?? '';
    for (const problem of answer.invalid_fields ?? answer.invalidFields ?? []) mark(form, problem);
    say(form, answer.message ?? '');
    refill(form, answer);
    if (known)
      fire(
        form,
        answer.status === 'mail_sent' ? 'mailsent' : answer.status === 'mail_failed' ? 'mailfailed' : status,
        all,
      );
    fire(form, 'submit', all);
    if (answer.status === 'mail_sent') renew(form, all);
    else form.querySelector('[aria-invalid="true"]')?.focus();
  }

  function mark(form, { into, message, idref, error_id: id }) {
    const wrap = form.querySelector(into);
    if (!wrap) return;
    const tip = document.createElement('span');
    tip.className = `${prefix}-not-valid-tip`;
    tip.setAttribute('aria-hidden', 'true');
    tip.textContent = message;
    wrap.append(tip);
    for (const control of wrap.querySelectorAll(`.${prefix}-form-control, input, select, textarea`)) {
      control.classList.add(`${prefix}-not-valid`);
      if (!control.matches('input, select, textarea')) continue;
      control.setAttribute('aria-invalid', 'true');
      if (id) control.setAttribute('aria-describedby', id);
    }
    const item = document.createElement('li');
    if (id) item.id = id;
    if (idref) {
      const link = document.createElement('a');
      link.href = `#${idref}`;
      link.textContent = message;
      item.append(link);
    } else item.textContent = message;
    form.parentElement.querySelector('.screen-reader-response ul')?.append(item);
  }

  function say(form, message) {
    for (const place of [
      form.querySelector(`.${prefix}-response-output`),
      form.parentElement.querySelector('.screen-reader-response [role="status"]'),
    ]) {
      if (place) place.textContent = message;
    }
  }

  function clear(form) {
    say(form, '');
    form.parentElement.querySelector('.screen-reader-response ul')?.replaceChildren();
    for (const tip of form.querySelectorAll(`.${prefix}-not-valid-tip`)) tip.remove();
    for (const control of form.querySelectorAll(`.${prefix}-not-valid`))
      control.classList.remove(`${prefix}-not-valid`);
    for (const control of form.querySelectorAll('[aria-invalid="true"]')) {
      control.setAttribute('aria-invalid', 'false');
      control.removeAttribute('aria-describedby');
    }
  }

  /** Resets the fields; the success message stays. */
  async function renew(form, detail) {
    const message = detail.apiResponse.message;
    form.reset();
    say(form, message);
    fire(form, 'reset', detail);
    help(form);
    try {
      const answer = await fetch(form.action.replace(/\/feedback$/, '/refill'), { credentials: 'omit' });
      refill(form, await answer.json());
    } catch {
      // The page's old questions stay; the server reports it if they have expired.
    }
  }

  function refill(form, { quiz = {}, captcha = {} }) {
    for (const [name, address] of Object.entries(captcha)) {
      const image = form.querySelector(`.${prefix}-captcha-${name.replace(/[^\w-]/g, '')}`);
      const hidden = form.querySelector(`[name="${CSS.escape(`_${prefix}_captcha_challenge_${name}`)}"]`);
      const input = form.querySelector(`input[type="text"][name="${CSS.escape(name)}"]`);
      if (image) image.src = address;
      if (hidden)
        hidden.value = new URL(address).pathname
          .split('/')
          .pop()
          .replace(/\.png$/, '');
      if (input) input.value = '';
    }
    for (const [name, [question, token]] of Object.entries(quiz)) {
      const hidden = form.querySelector(`[name="${CSS.escape(`_${prefix}_quiz_answer_${name}`)}"]`);
      if (!hidden) continue;
      hidden.value = token;
      const input = form.querySelector(`[name="${CSS.escape(name)}"]`);
      if (input) input.value = '';
      const label = input?.closest('label')?.querySelector(`.${prefix}-quiz-label`);
      if (label) label.textContent = question;
    }
  }

  function setStatus(form, status) {
    form.classList.remove(form.dataset.status);
    form.classList.add(status);
    form.dataset.status = status;
  }

  function fire(form, name, detail) {
    form.parentElement.dispatchEvent(new CustomEvent(`${prefix}${name}`, { bubbles: true, detail }));
  }

  function detailOf(form, data) {
    const hidden = (name) => form.querySelector(`[name="_${prefix}${name}"]`)?.value ?? '';
    return {
      contactFormId: hidden(''),
      version: hidden('_version'),
      contactFormLocale: hidden('_locale'),
      unitTag: hidden('_unit_tag'),
      containerPostId: hidden('_container_post'),
      inputs: [...data].filter(([name]) => !name.startsWith('_')).map(([name, value]) => ({ name, value })),
      formData: data,
    };
  }

  function keepExclusive(target) {
    if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox' || !target.checked) return;
    const group = target.closest(`.${prefix}-exclusive-checkbox`);
    for (const other of group?.querySelectorAll('input[type="checkbox"]') ?? []) other.checked = other === target;
  }

  function completeUrl(target) {
    if (!(target instanceof HTMLInputElement) || !target.classList.contains(`${prefix}-validates-as-url`)) return;
    const text = target.value.trim();
    if (text.includes('.') && !/^[a-z][a-z0-9.+-]*:/i.test(text)) target.value = `https://${text.replace(/^\/+/, '')}`;
  }

  /** Updates counters, free text fields and the send button. */
  function help(form) {
    for (const item of form.querySelectorAll('.has-free-text')) {
      const free = item.querySelector(`.${prefix}-free-text`);
      if (free) free.disabled = !item.querySelector('input[type="checkbox"], input[type="radio"]')?.checked;
    }
    for (const output of form.querySelectorAll(`.${prefix}-character-count`)) {
      const { targetName, startingValue, maximumValue, minimumValue } = output.dataset;
      const length = (form.querySelector(`[name="${CSS.escape(targetName)}"]`)?.value ?? '').replace(
        /\r\n/g,
        '\n',
      ).length;
      const current = output.classList.contains('down') ? Number(startingValue) - length : length;
      output.dataset.currentValue = String(current);
      output.textContent = String(current);
      output.classList.toggle('too-long', maximumValue !== undefined && length > Number(maximumValue));
      output.classList.toggle('too-short', minimumValue !== undefined && length < Number(minimumValue));
    }
    if (form.classList.contains(`${prefix}-acceptance-as-validation`)) return;
    const accepted = [...form.querySelectorAll(`.${prefix}-acceptance:not(.optional)`)].every(
      (group) => group.querySelector('input').checked !== group.classList.contains('invert'),
    );
    for (const button of form.querySelectorAll(`.${prefix}-submit`)) button.disabled = !accepted;
  }
})();
