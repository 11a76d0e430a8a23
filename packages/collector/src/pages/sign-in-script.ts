/** Posts the form of a page as JSON. A link's token is in the fragment, and leaves the address at once. */
export const SIGN_IN_SCRIPT = `
const form = document.querySelector('form');
const said = document.querySelector('[role=alert]');
const token = location.hash.slice(1);
if (token) history.replaceState(null, '', location.pathname);

async function post(path, body) {
  const response = await fetch('/dashboard-api/v1' + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Cvq-Dashboard': '1' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer.data;
}

async function submit() {
  const fields = [...new FormData(form)].filter(([name]) => !form.elements[name].closest('[hidden]'));
  const body = Object.fromEntries(fields);
  if ('token' in form.dataset) body.token = token;
  await post(form.dataset.post, body);
  if ('stay' in form.dataset) location.reload();
  else location.replace('/');
}

async function say(work) {
  said.textContent = '';
  await work().catch((error) => {
    said.textContent = error.message;
  });
}

async function readInvitation() {
  const { email, role, to, is_person } = await post('/invitations/read', { token });
  document.querySelector('[data-about]').textContent = email + ', to ' + to + ', as ' + role + '.';
  const fields = document.querySelector('[data-new]');
  fields.hidden = is_person;
  for (const input of fields.querySelectorAll('input')) input.required = !is_person;
}

form.querySelector('input')?.focus();
form.addEventListener('submit', (event) => {
  event.preventDefault();
  say(submit);
});
if ('atOnce' in form.dataset) say(submit);
if ('invitation' in form.dataset) say(readInvitation);
`;
