import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { installSandboxWallet } from './installSandboxWallet.ts'

afterEach(() => {
  document.body.replaceChildren()
  document.body.removeAttribute('style')
  scrollTo({ top: 0, behavior: 'instant' })
})

/** A page with only buttons and no other styles, taller than a phone screen, with the wallet's button. */
function openPage() {
  document.body.style.margin = '0'
  for (let index = 0; index < 30; index++) {
    const button = document.createElement('button')
    button.textContent = `Button ${index}`
    button.style.cssText = 'display: block; width: 100%; height: 44px; margin: 0; padding: 0'
    document.body.append(button)
  }
  installSandboxWallet({
    accounts: [{ name: 'Ada', privateKey: `0x${'11'.repeat(32)}` }],
    chains: { 31337: 'http://127.0.0.1:9' },
  })
  const host = document.querySelector('latchkey-sandbox-wallet')
  const select = () => host?.shadowRoot?.querySelector('.pill select')
  return { host, select }
}

/** The visible buttons whose corners or middle are covered by another element. */
function covered(): string[] {
  return [...document.querySelectorAll('body > button')].flatMap((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) return []
    const middle = (top + bottom) / 2
    const isFree = [left + 4, (left + right) / 2, right - 4].every(
      (x) => document.elementFromPoint(x, middle) === button,
    )
    return isFree ? [] : [button.textContent]
  })
}

test.each([
  [390, 844],
  [320, 568],
])(
  'behavior: on a phone of %i × %i the button covers nothing and is reachable at the end of the page',
  async (width, height) => {
    await page.viewport(width, height)
    const { host, select } = openPage()
    await expect.poll(select).toBeTruthy()
    for (const at of [0, 200, 10_000]) {
      scrollTo({ top: at, behavior: 'instant' })
      expect(covered()).toEqual([])
    }
    const { left, right, top, bottom } = select()?.getBoundingClientRect() ?? new DOMRect()
    expect([left >= 0, right <= width, bottom <= height]).toEqual([true, true, true])
    expect(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)).toBe(host)
    expect(document.documentElement.scrollWidth).toBe(width)
  },
)

test('behavior: a site’s own bottom bar lifts the button', async () => {
  await page.viewport(390, 844)
  const { host, select } = openPage()
  await expect.poll(select).toBeTruthy()
  ;(host as HTMLElement).style.setProperty('--latchkey-sandbox-raise', '60px')
  // A page may briefly move everything: a rule for reduced motion often turns each change into a transition without duration.
  const bottom = () => {
    scrollTo({ top: 10_000, behavior: 'instant' })
    return select()?.getBoundingClientRect().bottom
  }
  await expect.poll(bottom).toBeLessThanOrEqual(844 - 60)
})
