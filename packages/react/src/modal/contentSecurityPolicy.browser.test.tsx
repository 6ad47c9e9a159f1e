import { expect, onTestFinished, test, vi } from 'vitest'

// Nearly the policy of `docs/recipes/csp.md`, under which `apps/web/e2e/hosts` runs the built kit. It also allows the development
// server's socket and styles. It omits Trusted Types, because the test itself inserts a script into the page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'"

/** Opens a gallery scene in a separate page under a strict policy. */
async function openUnderPolicy(scene: string) {
  const frame = document.createElement('iframe')
  frame.srcdoc = `<!doctype html><html lang="en"><head>
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    </head><body><div id="root"></div></body></html>`
  frame.style.cssText = 'width:800px;height:700px'
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  await loaded
  const { contentDocument: inside, contentWindow } = frame
  if (inside === null || contentWindow === null) throw new Error('The frame is closed to its parent')
  const violations: string[] = []
  inside.addEventListener('securitypolicyviolation', (event) => {
    violations.push(`${event.effectiveDirective}: ${event.sample || event.blockedURI}`)
  })
  // The test runner wraps dynamic imports of the files that it serves. Outside its own page the wrapper does nothing.
  Object.assign(contentWindow, { __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() } })
  inside.documentElement.dataset.scene = scene
  const script = inside.createElement('script')
  script.type = 'module'
  script.src = new URL('../../gallery/main.tsx', import.meta.url).href
  inside.head.append(script)
  return { inside, contentWindow, violations }
}

test('behavior: has its styles and causes no violation under a strict policy', async () => {
  const { inside, contentWindow, violations } = await openUnderPolicy('send-preview')
  const root = await vi.waitFor(() => {
    const shadow = inside.querySelector('latchkey-modal')?.shadowRoot
    if (!shadow?.querySelector('.route')) throw new Error('The view is not there yet')
    return shadow
  }, 8000)
  const card = root.querySelector('.card')
  const figure = root.querySelector('.preview-figure')
  if (card === null || figure === null) throw new Error('The card is incomplete')
  expect(contentWindow.getComputedStyle(card).maxWidth).toBe('360px')
  expect(contentWindow.getComputedStyle(figure).fontSize).toBe('30px')
  const button = inside.querySelector('latchkey-button')?.shadowRoot?.querySelector('button')
  expect(button && contentWindow.getComputedStyle(button).height).toBe('44px')
  expect(violations).toEqual([])
})

test.each(['connect', 'account', 'receive', 'networks'])('behavior: %s causes no violation', async (scene) => {
  const { inside, violations } = await openUnderPolicy(scene)
  await vi.waitFor(() => {
    if (!inside.querySelector('latchkey-modal')?.shadowRoot?.querySelector('.view')) throw new Error('Not there yet')
  }, 8000)
  expect(violations).toEqual([])
})

test('error: the policy of this test does forbid inline styles', async () => {
  const { inside, violations } = await openUnderPolicy('page')
  const style = inside.createElement('style')
  style.textContent = 'body{color:red}'
  inside.head.append(style)
  await expect.poll(() => violations.length).toBeGreaterThan(0)
})
