// An application with the whole SDK: what it weighs is measured by size-limit.
import Service from '../dist/sdk.mjs';

Service.init({ apiKey: 'proj_example', endpoint: 'https://collector.example' });
window.service = Service;
