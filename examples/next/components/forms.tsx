'use client';

import { useEffect } from 'react';

/** Fills the forms in a text with the script of the server, which checks and sends them. */
export function Forms({ server }: { readonly server: string }) {
  useEffect(() => {
    const address = `${server}/embed/forms.js`;
    if (document.querySelector(`script[src="${address}"]`)) {
      document.dispatchEvent(new CustomEvent('cformscan', { detail: {} }));
      return;
    }
    const script = document.createElement('script');
    script.src = address;
    document.body.append(script);
  }, [server]);
  return <link rel="stylesheet" href={`${server}/embed/forms.css`} precedence="default" />;
}
