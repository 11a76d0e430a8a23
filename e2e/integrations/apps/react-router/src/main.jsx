import { init } from '@cvq/browser';
import { createRoot } from 'react-dom/client';
import { App } from './app.jsx';

init({ apiKey: import.meta.env.VITE_CVQ_KEY, endpoint: import.meta.env.VITE_CVQ_ENDPOINT });
createRoot(document.getElementById('root')).render(<App />);
