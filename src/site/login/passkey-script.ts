import { createHash } from 'node:crypto';
import { type Html, html, raw } from '../theme/html.ts';
import type { Words } from '../theme/words.ts';

/** Shows the buttons of passkeys where the browser has them, asks for one, and sends its answer with the form. */
const script = `for(const b of document.querySelectorAll('[data-passkey]')){
const P=window.PublicKeyCredential,read=P&&(b.dataset.passkey==='get'?P.parseRequestOptionsFromJSON:P.parseCreationOptionsFromJSON);
if(!read)continue;b.hidden=false;const f=b.form,note=f.querySelector('[data-passkey-note]');
b.onclick=async()=>{note.hidden=true;const pass=f.elements.pass1;if(pass)pass.required=false;
if(!f.reportValidity()){if(pass)pass.required=true;return}b.disabled=true;try{
const c=await navigator.credentials[b.dataset.passkey]({publicKey:read.call(P,JSON.parse(b.dataset.options))});
f.elements.passkey.value=JSON.stringify(c.toJSON());HTMLFormElement.prototype.submit.call(f)}
catch{b.disabled=false;if(pass)pass.required=true;note.hidden=false}}}`;

/** The source of the content policy that allows the script. */
export const passkeyScriptSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** What a form with a passkey has: the field for the answer, the button, and a note for when it fails. */
export function passkeyButton(
  kind: 'get' | 'create',
  options: Readonly<Record<string, unknown>>,
  { label, words }: { readonly label: string; readonly words: Words },
): Html {
  return html`<input type="hidden" name="passkey" value="">
<p data-passkey-note role="alert" class="note bad" hidden>${words.passkeyFailed}</p>
<button type="button" class="other" data-passkey="${kind}" data-options="${JSON.stringify(options)}" hidden>${label}</button>`;
}

export const passkeyScript: Html = html`<script>${raw(script)}</script>`;
