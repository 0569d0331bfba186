import { start } from '../../app/start.ts';
import { useOwnWords } from '../../words/words.tsx';
import { formWords } from './words.ts';

interface FormPreviewProps {
  readonly html: string;
  readonly locale: string;
}

/** The form in a frame of its own, where nothing runs and nothing can be sent. */
export function FormPreview({ html, locale }: FormPreviewProps) {
  const own = useOwnWords(formWords);
  const language = locale.replaceAll('_', '-').replace(/[^\w-]/g, '') || 'en';
  const page = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${own.preview}</title>
<meta name="color-scheme" content="light"><link rel="stylesheet" href="${start.serverPath}/embed/forms.css"></head>
<body><main>${html}</main></body></html>`;
  return (
    <iframe
      title={own.previewFrame}
      sandbox=""
      srcDoc={page}
      style={{ width: '100%', height: 520, border: 0, borderRadius: 8, background: '#fff', colorScheme: 'light' }}
    />
  );
}
