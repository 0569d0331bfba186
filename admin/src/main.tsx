import './app/mantine.css';
import '@mantine/notifications/styles.css';
import './app/page.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { styleNonce } from './app/start.ts';
import { firstLanguage } from './words/words.tsx';

// For the styles that dialogs make while they are open.
setNonce(styleNonce);

const root = document.getElementById('root');
if (root)
  void firstLanguage().then((language) =>
    createRoot(root).render(
      <StrictMode>
        <App language={language} />
      </StrictMode>,
    ),
  );
