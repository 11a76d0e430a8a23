document.querySelector('[data-care-guide]').addEventListener('click', () => {
  window.cvq = window.cvq || [];
  window.cvq.push([
    'trackDownload',
    { downloadId: 'care-guide', fileName: 'care-guide.pdf', category: 'guides' },
  ]);
});
