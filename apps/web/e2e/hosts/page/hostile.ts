// A page that takes every key for itself: in the bubbling phase it stops them, in the capturing phase it forbids their default.
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
// A focus trap of another library, which pulls the focus to its own field.
document.addEventListener('focusin', (event) => {
  if (event.target instanceof Element && event.target.matches('latchkey-modal'))
    document.querySelector('input')?.focus()
})
// A page that fights over the scroll lock.
new MutationObserver(() => {
  if (document.body.style.overflow !== 'hidden') document.body.style.overflow = 'hidden'
}).observe(document.documentElement, { attributes: true, attributeFilter: ['style'] })
document.body.style.overflow = 'hidden'
