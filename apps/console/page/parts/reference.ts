// Whether the service has a reference at /docs: the page that it sends says so.
export const hasReference = document.body.dataset.docs === 'on'
