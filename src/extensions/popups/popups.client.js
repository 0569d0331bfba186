// Shows the site's popups on a page: <script src="https://site/embed/popups.js" defer></script>
// No dependency, no inline style or script, works under a strict content policy.
(() => {
  const base = new URL('..', document.currentScript.src).href.replace(/\/$/, '');
  const preview = document.documentElement.hasAttribute('data-popup-preview');

  fetch(`${base}/embed/popups.json`)
    .then((answer) => answer.json())
    .then(({ popups, ...site }) => {
      for (const popup of popups) if (isWanted(popup)) arm(popup, site);
    })
    .catch(() => {});

  /** Groups of conditions joined by "and"; alternatives in a group joined by "or". */
  function isWanted({ settings }) {
    const groups = settings.conditions ?? [];
    return !isMuted(settings) && groups.every((group) => group.some(holds));
  }

  function holds({ path = '', selector, not = false }) {
    const met = selector ? document.querySelector(selector) !== null : location.pathname.startsWith(path);
    return met !== not;
  }

  function isMuted({ cookies = [] }) {
    return cookies.some(({ name }) => document.cookie.split('; ').some((pair) => pair.startsWith(`${name}=`)));
  }

  function mute({ cookies = [] }, event) {
    for (const { name, on = 'close', days } of cookies) {
      if (on !== event || !/^[\w-]+$/.test(name)) continue;
      const life = days ? `; max-age=${Math.round(days * 86400)}` : '';
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
      document.cookie = `${name}=1; path=/; SameSite=Lax${life}`;
    }
  }

  function arm(popup, site) {
    const { triggers = [] } = popup.settings;
    let dialog = null;
    const show = () => {
      if (dialog?.open || isMuted(popup.settings)) return;
      dialog ??= build(popup, site);
      dialog.showModal();
      track(site.analytics, popup.id, 'open');
      mute(popup.settings, 'open');
    };
    for (const trigger of triggers) {
      if (trigger.type === 'delay') setTimeout(show, Math.max(0, Number(trigger.seconds ?? 0)) * 1000);
      if (trigger.type === 'click') {
        document.addEventListener('click', (event) => {
          if (!(event.target instanceof Element) || !event.target.closest(trigger.selector)) return;
          event.preventDefault();
          show();
        });
      }
      if (trigger.type === 'form') document.addEventListener(site.formSent, show);
    }
  }

  /** A modal dialog element labels itself, traps and restores the focus, and closes on Escape. */
  function build(popup, { analytics, formSent }) {
    const dialog = document.createElement('dialog');
    dialog.className = 'popup';
    dialog.dataset.popup = String(popup.id);
    if (popup.title) {
      const heading = document.createElement('h2');
      heading.textContent = popup.title;
      heading.id = `popup-title-${popup.id}`;
      dialog.setAttribute('aria-labelledby', heading.id);
      dialog.append(heading);
    } else dialog.setAttribute('aria-label', 'Notice');
    const body = document.createElement('div');
    body.innerHTML = popup.content;
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = popup.settings.closeText ?? 'Close';
    close.addEventListener('click', () => dialog.close());
    dialog.append(body, close);
    dialog.addEventListener('close', () => mute(popup.settings, 'close'));
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog && popup.settings.closeOnOverlay !== false) dialog.close();
    });
    dialog.addEventListener(formSent, () => {
      track(analytics, popup.id, 'conversion');
      mute(popup.settings, 'form');
    });
    document.body.append(dialog);
    document.dispatchEvent(new CustomEvent('cformscan', { detail: { within: dialog } }));
    return dialog;
  }

  function track(analytics, id, event) {
    if (preview || !(id > 0)) return;
    const url = new URL(analytics);
    url.searchParams.set('event', event);
    url.searchParams.set('pid', String(id));
    url.searchParams.set('_cache', String(Date.now()));
    new Image().src = url.href;
  }
})();
