import { endpointUrl } from '../api/endpointUrl.ts'
import { askFirst } from '../api/firstAnswers.ts'
import { createFormat } from '../format/createFormat.ts'

/** Path of `getToken` in @latchkey/protocol, whose schemas are too large for the first script. A test compares the two. */
export const tokenPath = '/v1/tokens/{address}'

/**
 * Fills in the page that shows until the site has loaded. Omits missing or old values, because the site will show them with their age. Does
 * not throw.
 */
export async function drawFirst({ document, path }: { document: Document; path: string }): Promise<void> {
  const draw = (name: string, text: string) => {
    const place = document.querySelector(`[data-first="${name}"]`)
    if (place) place.textContent = text
  }
  try {
    const answer = askFirst('/site.json', { credentials: 'same-origin' })
    // The script can run before the parser has reached this element.
    while (!document.querySelector('[data-first="price"]')) await new Promise(requestAnimationFrame)
    if (path === '/') document.querySelector('[data-first="page"]')?.removeAttribute('hidden')
    const { name, apiUrl, projectId, token } = await readJson(await answer)
    if (typeof name === 'string') draw('name', name)
    if (path !== '/') return
    if (typeof apiUrl !== 'string' || typeof projectId !== 'string' || typeof token !== 'string') return
    const url = endpointUrl({ api: { apiUrl, projectId }, path: tokenPath, params: { address: token } })
    const response = await askFirst(url, { credentials: 'omit' })
    const { price } = await readJson(response)
    if (Number(response.headers.get('x-stale') ?? 0) > 0 || typeof price !== 'number') return
    draw('price', createFormat(document.documentElement.lang || 'en').price(price))
  } catch {
    // The site repeats these calls, and shows the error.
  }
}

/** @throws if the answer is a refusal or not an object */
async function readJson(response: Response): Promise<Record<string, unknown>> {
  const value: unknown = response.ok ? await response.json() : undefined
  if (typeof value !== 'object' || value === null) throw new Error(`No object: HTTP ${response.status}`)
  return value as Record<string, unknown>
}
