const form = document.querySelector('[data-newsletter]');
const confirmation = document.querySelector('[data-confirmation]');

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const email = form.elements.email.value;
  window.cvq = window.cvq || [];
  window.cvq.push(['trackSignup', { plan: 'newsletter' }, { email }]);
  form.hidden = true;
  confirmation.textContent = 'You are on the list. Thank you.';
});

// Until here a click would have put the address of the person into the address of the page.
form.querySelector('button').disabled = false;
