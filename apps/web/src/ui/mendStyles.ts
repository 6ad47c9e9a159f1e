/** Style sheets that did not arrive. Browsers tell it once, and leave an empty sheet in the place of one. */
const missing = new Set<HTMLLinkElement>()

addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
  },
  // Such an event is not passed on to what stands around the element.
  { capture: true },
)

/**
 * Fetches the style sheets of the page again that did not arrive.
 *
 * @throws Error when one still does not
 */
export async function mendStyles(): Promise<void> {
  await Promise.all([...missing].map(fetchAgain))
}

function fetchAgain(link: HTMLLinkElement): Promise<void> {
  missing.delete(link)
  return new Promise((resolve, reject) => {
    const next = link.cloneNode() as HTMLLinkElement
    next.addEventListener('load', () => resolve(), { once: true })
    next.addEventListener('error', () => reject(new Error(`${next.href} did not arrive`)), { once: true })
    link.replaceWith(next)
  })
}
