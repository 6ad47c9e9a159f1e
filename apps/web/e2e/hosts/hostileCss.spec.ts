import type { Page } from '@playwright/test'
import { expect, test, walletName } from './hostTest.ts'

/** Measures position and size of the kit's parts. For the buttons only the size, because the page positions them. */
async function measure(page: Page) {
  await expect(page.locator('latchkey-modal .toast')).toBeVisible()
  return page.evaluate(() => {
    const parts: Record<string, { box: number[]; look: string }> = {}
    const note = (name: string, element: HTMLElement, box: number[]) => {
      const { fontSize, fontFamily, color, backgroundColor, letterSpacing, direction, textTransform } =
        getComputedStyle(element)
      parts[name] = {
        box,
        look: [fontSize, fontFamily, color, backgroundColor, letterSpacing, direction, textTransform].join(' '),
      }
    }
    for (const [index, host] of [...document.querySelectorAll('latchkey-button')].entries()) {
      const button = host.shadowRoot?.querySelector('button')
      if (button) note(`button ${index}`, button, [button.offsetWidth, button.offsetHeight])
    }
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    for (const selector of ['.card', '.title', '.header button', '.view', '.row', '.row-title', '.toast'])
      for (const [index, element] of [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].entries()) {
        const { x, y, width, height } = element.getBoundingClientRect()
        note(`${selector} ${index}`, element, [x, y, width, height])
      }
    return parts
  })
}

/** Whether the focused element, through every shadow root, is inside the dialog. */
const focusIsInside = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    // The tab order includes the browser's own controls, but none of the page's.
    return element === document.body || Boolean(element?.closest('dialog'))
  })

test('behavior: no style and no script of the host moves, colors or stops anything', async ({
  page,
  host,
  modal,
  wallet,
}) => {
  const look = async (name: 'index' | 'hostile') => {
    await host.open({ page: name })
    await wallet.addresses()
    await expect.poll(() => host.kitButtons.evaluateAll((all) => all.every(({ shadowRoot }) => shadowRoot))).toBe(true)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await expect(modal.button(walletName)).toBeVisible()
    // The data of the server has arrived.
    await expect(modal.button(/^All wallets\s*\d/)).toBeVisible()
    // By a script of the page, because its own button is out of reach behind the dialog.
    await page.evaluate(() => {
      const toast = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Toast')
      toast?.click()
    })
    await expect(page.getByText('It worked')).toBeVisible()
    return measure(page)
  }
  const clean = await look('index')
  const hostile = await look('hostile')
  expect(Object.keys(clean)).toEqual(expect.arrayContaining(['button 1', '.card 0', '.row 0', '.toast 0']))
  expect(Object.keys(hostile)).toEqual(Object.keys(clean))
  for (const [name, { box, look: expected }] of Object.entries(clean)) {
    const found = hostile[name]
    expect(found?.look, name).toBe(expected)
    for (const [index, side] of box.entries())
      expect(
        Math.abs((found?.box[index] ?? Number.NaN) - side),
        `${name}: ${found?.box} instead of ${box}`,
      ).toBeLessThanOrEqual(1)
  }

  await test.step('Tab stays inside', async () => {
    for (let step = 0; step < 14; step++) {
      await page.keyboard.press('Tab')
      expect(await focusIsInside(page), `after ${step + 1} steps`).toBe(true)
    }
  })

  await test.step('typing, arrows and Enter work', async () => {
    await page.getByRole('textbox', { name: 'Email address' }).fill('')
    await page.getByRole('textbox', { name: 'Email address' }).pressSequentially('k@q')
    await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue('k@q')
  })

  await test.step('Escape closes', async () => {
    await page.keyboard.press('Escape')
    await expect(modal.dialog).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('')
    expect(await page.evaluate(() => document.body.style.overflow)).toBe('hidden')
  })
})

test('behavior: no style of the kit leaks onto the host', async ({ page, host, modal }) => {
  await host.open()
  await expect.poll(() => host.kitButtons.evaluateAll((all) => all.every(({ shadowRoot }) => shadowRoot))).toBe(true)
  const read = () =>
    page.evaluate(() => ({
      styles: [...document.querySelectorAll<HTMLElement>('body, body *:not(latchkey-button, latchkey-modal)')].map(
        (element) => `${element.localName}: ${getComputedStyle(element).cssText}`,
      ),
      sheets: document.adoptedStyleSheets.length + document.styleSheets.length,
      globals: Object.keys(window).filter((key) => /latchkey|^lk/i.test(key) && !key.startsWith('__latchkeyVirtual')),
    }))
  const before = await read()
  expect(before.styles.length).toBeGreaterThan(8)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(modal.title('Connect a wallet')).toBeVisible()
  expect(await read()).toEqual(before)
  expect(before).toMatchObject({ sheets: 0, globals: [] })
})
