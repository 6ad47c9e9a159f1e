/** Style sheets that failed to load. Browsers report it once, and leave an empty sheet. */
const missing = new Set<HTMLLinkElement>()

addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
  },
  // A load error does not bubble, so listen in the capturing phase.
  { capture: true },
)

/**
 * Fetches the failed style sheets of the page again.
 *
 * @throws Error if one fails again
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
