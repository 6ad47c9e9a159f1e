import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CardProcessor } from '../CardProcessor.ts'
import { startCardProcessor } from '../startCardProcessor.ts'
import { callApi, type Shop, startShop, testKey } from '../test/startShop.ts'

let cards: CardProcessor
let shop: Shop
beforeAll(async () => {
  shop = await startShop()
  cards = await startCardProcessor({ key: testKey, pendingFor: Number.POSITIVE_INFINITY })
})
afterAll(async () => {
  await cards.stop()
  await shop.stop()
})

const open = async (parts?: Readonly<Record<string, unknown>>) =>
  (await callApi({ url: cards.url, path: '', body: shop.order(parts) })).body

/** Reads the visible page. Its title and heading identify the state. */
async function read(response: Response) {
  const html = await response.text()
  const part = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
  return {
    status: response.status,
    address: response.url,
    html,
    title: part(/<title>(.*?)<\/title>/),
    heading: part(/<h1>(.*?)<\/h1>/),
    errors: [...html.matchAll(/<p class="error"[^>]*>([^<]+)<\/p>/g)].map(([, text]) => text),
  }
}

const visit = async (url: string) => read(await fetch(url))
const send = async (url: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
  read(await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers }))

const card = (number: string, parts: Readonly<Record<string, string>> = {}) => ({
  ...{ action: 'pay', method: 'card', number, expiry: '12/34', code: '123', name: 'Ada' },
  ...parts,
})

test('behavior: if an age is required, nothing is paid without the visitor’s confirmation', async () => {
  const { url, id } = await open({ minimumAge: 18 })
  const form = await visit(url)
  expect(form.html).toContain('I am 18 or older')
  const refused = await send(url, card('4000000000000259'))
  expect(refused).toMatchObject({ status: 422, errors: ['Confirm that you are 18 or older.'] })
  expect(refused.html).toContain('Nothing was charged')
  const account = {
    action: 'pay',
    method: 'ach_bank_account',
    name: 'Ada',
    routing: '110000000',
    account: '000123456789',
  }
  expect((await send(url, account)).status).toBe(422)
  expect(() => cards.pay(id, { card: '4000000000000259' })).toThrow('age')
  expect(cards.find({ id })).toMatchObject({ state: 'open', paid: null })
  // Another mistake leaves the box ticked.
  const ticked = await send(url, card('4000000000000259', { age: 'yes', name: '' }))
  expect([ticked.status, ticked.html.includes('value="yes" checked')]).toEqual([422, true])
  expect(await send(url, card('4000000000000259', { age: 'yes' }))).toMatchObject({ status: 200, heading: 'Paid' })
  expect((await visit((await open()).url)).html).not.toContain('or older')
})

test('default', async () => {
  const { url, id, reference } = await open({ returnUrl: 'https://shop.example/done' })
  const form = await visit(url)
  expect(form).toMatchObject({ status: 200, heading: 'Pay with a test card' })
  expect(form.title).toContain('Pay $100.00 for 97.50 USDL')
  expect(form.html).toContain('No real money. Test cards only.')
  expect(form.html).toContain('0x1111…1111')
  expect(form.html).not.toContain(reference)
  const bank = await send(url, card('4111 1111 1111 1111'))
  expect(bank.heading).toBe('Are you making this payment?')
  expect((await visit(url)).heading).toBe('Are you making this payment?')
  const paid = await send(url, { action: 'code', code: '123456' })
  expect(paid).toMatchObject({ status: 200, address: url, heading: 'Paid' })
  expect(paid.html).toContain('href="https://shop.example/done"')
  expect(paid.html).not.toContain(reference)
  expect(cards.find({ id })).toMatchObject({ state: 'paid', method: 'card' })
})

test('default: a page lets no other site frame it, and runs nothing but its own', async () => {
  const { url } = await open()
  const { headers } = await fetch(url)
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('cache-control')).toBe('no-store')
  const html = await (await fetch(url)).text()
  expect(html).not.toMatch(/style=|<style|onclick|<script(?! type="module" src="\/cards.js">)/)
  for (const file of ['/cards.js', '/cards.css']) expect((await fetch(cards.url + file)).status).toBe(200)
})

test('behavior: a double submit pays once', async () => {
  const { url, id } = await open()
  const both = await Promise.all([send(url, card('4000000000000341')), send(url, card('4000000000000341'))])
  expect(both.map(({ heading }) => heading).sort()).toEqual(['Already paid', 'Paid'])
  expect((await send(url, card('4000000000000002'))).heading).toBe('Already paid')
  expect((await visit(url)).heading).toBe('Paid')
  expect(cards.find({ id })).toMatchObject({ state: 'paid', sequence: 1 })
})

test('behavior: a declined card, then another one', async () => {
  const { url } = await open()
  expect((await send(url, card('4000000000000002'))).html).toContain('Declined.')
  expect((await visit(url)).title).toContain('Declined')
  await send(url, card('4111111111111111'))
  expect((await send(url, { action: 'code', code: '000000' })).html).toContain('Declined.')
  expect((await send(url, card('4000000000000341'))).heading).toBe('Paid')
})

test("behavior: the visitor can leave the bank's question and use another card", async () => {
  const { url } = await open()
  await send(url, card('4111111111111111'))
  expect((await send(url, { action: 'leave' })).heading).toBe('Pay with a test card')
  expect((await send(url, { action: 'code', code: '123456' })).heading).toBe('Pay with a test card')
})

test('behavior: the page of a pending payment shows its completion', async () => {
  const { url, id } = await open()
  const key = async () => ((await (await fetch(`${url}/state`)).json()) as { key: string }).key
  const before = await key()
  const pending = await send(url, card('4000000000000077'))
  expect(pending.heading).toBe('Your bank is checking the payment')
  expect(pending.html).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript>')
  const during = await key()
  expect(pending.html).toContain(`data-key="${during}" data-pending`)
  expect(await key()).toBe(during)
  cards.settle()
  expect(new Set([before, during, await key()]).size).toBe(3)
  expect((await visit(url)).heading).toBe('Paid')
  await callApi({ url: cards.url, path: `/${id}/refunds`, body: {} })
  expect((await visit(url)).heading).toBe('Refund in progress')
  cards.settle()
  expect((await visit(url)).heading).toBe('Refunded')
})

test('behavior: a bank account', async () => {
  const { url } = await open()
  const account = { action: 'pay', method: 'ach_bank_account', name: 'Ada', routing: '110000000' }
  expect((await visit(`${url}?method=ach_bank_account`)).heading).toBe('Pay from a test bank account')
  const refused = await send(url, { ...account, account: '000999999991' })
  expect(refused).toMatchObject({ heading: 'Pay from a test bank account', html: expect.stringContaining('Declined.') })
  const wrong = await send(url, { ...account, account: '12345678', routing: '110000001' })
  expect(wrong.errors).toEqual([
    'This is not a routing number of 9 digits. Check the digits.',
    'This sandbox takes test accounts only. Never enter a real account here.',
  ])
  expect((await send(url, { ...account, account: '000123456789' })).heading).toBe('Your bank is checking the payment')
})

test('behavior: a way to pay that was not asked for is not there', async () => {
  const { url, id } = await open({ methods: ['card'] })
  expect((await visit(`${url}?method=ach_bank_account`)).heading).toBe('Pay with a test card')
  await send(url, {
    action: 'pay',
    method: 'ach_bank_account',
    name: 'A',
    routing: '110000000',
    account: '000123456789',
  })
  expect(cards.find({ id })).toMatchObject({ state: 'open', sequence: 0 })
})

test('behavior: a tap fills in a test card, even without scripts', async () => {
  const { url } = await open()
  const { html } = await visit(`${url}?fill=0`)
  expect(html).toContain('value="4111 1111 1111 1111"')
  expect(html.match(/<li><button [^>]*data-number="/g)).toHaveLength(7)
})

test.each([
  { method: 'card', name: 'card', filled: 'value="4111 1111 1111 1111"' },
  { method: 'ach_bank_account', name: 'account', filled: 'value="000123456789"' },
])(
  'behavior: “Fill in a test $name” fills in the first one, even without scripts',
  async ({ method, name, filled }) => {
    const { url } = await open({ methods: ['card', 'ach_bank_account'] })
    const { html } = await visit(`${url}?method=${method}`)
    const [, attributes = ''] = new RegExp(`<button ([^>]*)>Fill in a test ${name}</button>`).exec(html) ?? []
    const [, id, key, value, number] = /form="(.+)" name="(.+)" value="(.+)" data-number="(.+)"/.exec(attributes) ?? []
    // A button of the form of the test numbers: the script fills in its number, or else the browser requests the filled page.
    expect(html).toContain(`<form id="${id}" method="get"`)
    expect(filled.replaceAll(' ', '')).toContain(number)
    expect((await visit(`${url}?method=${method}&${key}=${value}`)).html).toContain(filled)
  },
)

test('behavior: a canceled or expired checkout accepts no payment', async () => {
  const { url } = await open()
  expect((await send(url, { action: 'cancel' })).heading).toBe('Canceled')
  expect((await send(url, card('4000000000000341'))).heading).toBe('Canceled')
  const late = await open({ expiresAt: new Date(Date.now() + 100_000).toISOString() })
  cards.advance(101_000)
  expect((await send(late.url, card('4000000000000341'))).heading).toBe('Too late')
  expect((await visit(late.url)).html).toContain('Nothing was charged')
})

test.each([
  { parts: { number: '' }, error: 'Enter the number of a test card.' },
  { parts: { number: '4111111111111112' }, error: 'This is not a card number. Check the digits.' },
  {
    parts: { number: '5555 5555 5555 4444' },
    error: 'This sandbox takes test cards only. Never enter a real card here.',
  },
  { parts: { expiry: '13/30' }, error: 'Enter month and year, such as 12/34.' },
  { parts: { expiry: '01/20' }, error: 'This date has passed. Any later one will do.' },
  { parts: { code: '12' }, error: 'Enter 3 or 4 digits. Any will do.' },
  { parts: { name: ' ' }, error: 'Enter a name. Any will do.' },
])('error: $error', async ({ parts, error }) => {
  const { url, id } = await open()
  const answer = await send(url, card('4000000000000341', parts))
  expect(answer).toMatchObject({ status: 422, errors: [error] })
  // The page never repeats a number that could be a real card.
  expect(answer.html).not.toMatch(/5555 ?5555/)
  expect(cards.find({ id })?.state).toBe('open')
})

test('error: a form of another site does nothing', async () => {
  const { url, id } = await open()
  expect((await send(url, card('4000000000000341'), { origin: 'https://evil.example' })).status).toBe(403)
  expect((await send(url, { action: 'cancel' }, { origin: 'null' })).status).toBe(403)
  expect(cards.find({ id })).toMatchObject({ state: 'open', sequence: 0 })
  expect((await send(url, card('4000000000000341'), { origin: new URL(url).origin })).heading).toBe('Paid')
})

test('error: no such payment', async () => {
  const answer = await visit(`${cards.url}/pay/co_${'0'.repeat(32)}`)
  expect(answer).toMatchObject({ status: 404, heading: 'There is no such payment' })
  expect((await visit(`${cards.url}/elsewhere`)).status).toBe(404)
})

test('error: escapes all content of a page', async () => {
  const { url } = await open({ title: '<b>x</b>', lines: [{ label: '"><i>', value: '<img src=x>' }] })
  expect((await visit(url)).html).not.toMatch(/<b>|<i>|<img/)
})
