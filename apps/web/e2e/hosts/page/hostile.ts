// A page that captures every key: it stops keys in the bubbling phase, and prevents their default in the capturing phase.
for (const type of ['keydown', 'keyup', 'keypress'])
  for (const target of [window, document, document.body])
    target.addEventListener(type, (event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
    })
window.addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' || event.key === 'Enter') event.preventDefault()
  },
  true,
)
// A focus trap of another library, which moves the focus to its own field.
document.addEventListener('focusin', (event) => {
  if (event.target instanceof Element && event.target.matches('latchkey-modal'))
    document.querySelector('input')?.focus()
})
// A page that competes for the scroll lock.
new MutationObserver(() => {
  if (document.body.style.overflow !== 'hidden') document.body.style.overflow = 'hidden'
}).observe(document.documentElement, { attributes: true, attributeFilter: ['style'] })
document.body.style.overflow = 'hidden'
