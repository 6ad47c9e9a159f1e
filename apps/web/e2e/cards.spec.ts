import { AxeBuilder } from '@axe-core/playwright'
import { type CardProcessor, startCardProcessor } from '@latchkey/devnet/cards'
import { expect, type Page, test } from '@playwright/test'
import { CardPage, cardNumbers } from './pages/CardPage.ts'

// A separate processor, so that this file controls its clock and pending payments.
const key = 'sandbox-card-key-of-its-own-pages'
let cards: CardProcessor
test.beforeAll(async () => {
  cards = await startCardProcessor({ key, pendingFor: Number.POSITIVE_INFINITY })
})
test.afterAll(() => cards.stop())

let count = 0
/** Requests a payment as a server does. */
async function ask(): Promise<{ id: string; url: string }> {
  count += 1
  const response = await fetch(`${cards.url}/v1/checkouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({
      reference: `order-${count}`,
      amount: { amount: '100.00', currency: 'USD' },
      methods: ['card'],
      title: '97.0149 USDL',
      lines: [{ label: 'Receiving address', value: '0x71C7 656E C7ab 88b0 98de fB75 1B74 01B5 f6d8 976F' }],
      returnUrl: null,
      webhookUrl: 'http://127.0.0.1:9/nobody',
      expiresAt: new Date(Date.now() + 900_000).toISOString(),
    }),
  })
  return response.json() as Promise<{ id: string; url: string }>
}

const openIn = (page: Page, url: string) =>
  CardPage.openBy({ page, open: () => page.evaluate((address) => void window.open(address), url) })

const violationsOf = async ({ page }: CardPage) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } })

    test(`behavior: declines, asks for the bank’s code, pays and closes, ${colorScheme}`, async ({ page }) => {
      const { id, url } = await ask()
      const card = await openIn(page, url)
      expect(await violationsOf(card)).toEqual([])
      await card.pay(cardNumbers.declined)
      await expect(card.declined).toBeVisible()
      await card.pay(cardNumbers.challenged)
      await expect(card.heading).toHaveText('Are you making this payment?')
      expect(await violationsOf(card)).toEqual([])
      await card.leaveBank()
      await card.payInFull()
      expect(await violationsOf(card)).toEqual([])
      expect(await card.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      expect(cards.find({ id })?.state).toBe('paid')
      await card.close()
    })
  })
}

test('behavior: a pending payment shows in every tab, without a reload', async ({ page, context }) => {
  const { url } = await ask()
  const card = await openIn(page, url)
  const other = new CardPage(await context.newPage())
  await other.page.goto(url)
  await card.page.bringToFront()
  await card.pay(cardNumbers.pending)
  await expect(card.heading).toHaveText('Your bank is checking the payment')
  cards.settle()
  await expect(card.heading).toHaveText('Paid')
  await other.page.bringToFront()
  await other.page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(other.heading).toHaveText('Paid')
})

test('behavior: a tap fills in a card, Enter pays, two presses pay once', async ({ page }) => {
  const { id, url } = await ask()
  await page.goto(url)
  const card = new CardPage(page)
  await page.getByLabel('Card number').focus()
  await page.keyboard.type('5555555555554444')
  await page.keyboard.press('Tab')
  await expect(page.getByText('This sandbox takes test cards only. Never enter a real card here.')).toBeVisible()
  await card.fillIn(cardNumbers.deliveryFails)
  await expect(page.getByRole('button', { name: /^Pay / })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(card.heading).toHaveText(/^(Already paid|Paid)$/)
  expect(cards.find({ id })).toMatchObject({ state: 'paid', sequence: 1 })
})

test('behavior: the whole payment works without scripts', async ({ browser }) => {
  const { id, url } = await ask()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const card = new CardPage(await context.newPage())
  await card.page.goto(url)
  await card.fillIn(cardNumbers.challenged)
  await expect(card.page.getByLabel('Card number')).toHaveValue(cardNumbers.challenged)
  await card.submit()
  await card.confirm()
  await expect(card.heading).toHaveText('Paid')
  expect(cards.find({ id })?.state).toBe('paid')
  await context.close()
})
