import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import * as fixtures from '../../gallery/fixtures.ts'
import { permissionDescriptions, spending } from '../../gallery/permissionFixtures.ts'
import { renderCardScene } from '../../gallery/renderCardScene.tsx'
import { renderWindowScene } from '../../gallery/renderWindowScene.tsx'
import { en } from '../messages/en.ts'

const now = fixtures.galleryNow / 1000
/** A newspaper that takes 5 USDC every minute for an hour, from an account that never sent anything to it. */
const description = {
  ...permissionDescriptions.grant,
  findings: [
    fixtures.warn('testNetwork', 'note', { name: 'Local One' }),
    fixtures.warn('firstTimeReceiver', 'warn', { address: fixtures.friend }),
    fixtures.warn('allowanceOverBalance', 'warn', { symbol: 'USDC' }),
  ],
  permissions: {
    ...permissionDescriptions.grant.permissions,
    lines: [
      spending({
        ...{ start: now - 10, period: 60, periods: 60n },
        to: { address: fixtures.friend, name: null, notice: { kind: 'firstTime' } },
      }),
    ],
    totals: [{ asset: fixtures.dollar, amount: 300_000_000n, text: '300', isUnlimited: false }],
    expiry: now + 3_599,
  },
}
const approval = (place: 'card' | 'window') =>
  fixtures.approval(description, {
    operation: { sponsor: 'Lantern Paper', setsUp: true, accountType: 'eoa' },
    place,
    windowReason: 'value',
  })

let clear = () => {}
beforeEach(() => {
  vi.useFakeTimers({ now: fixtures.galleryNow, toFake: ['Date'] })
})
afterEach(() => {
  clear()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

function makeRoot(): HTMLElement {
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  return root
}

/** Positions of each fact's end, and of the sticky part's start. */
function measure(root: HTMLElement) {
  const bottomOf = (text: string) => {
    const found = [...root.querySelectorAll<HTMLElement>('.view *')].filter(({ textContent }) =>
      textContent?.includes(text),
    )
    return found.at(-1)?.getBoundingClientRect().bottom ?? Number.NaN
  }
  return {
    facts: ['act for you without asking again', 'Spend up to 5 USDC', 'Every minute', '300 USDC', 'Only to'].map(
      bottomOf,
    ),
    until: bottomOf(en['permission.until']),
    receiver: root.querySelector('.party .address')?.getBoundingClientRect().bottom ?? Number.NaN,
    warning: root.querySelector('.view .note')?.getBoundingClientRect().top ?? Number.NaN,
    foot: root.querySelector('.foot')?.getBoundingClientRect().top ?? Number.NaN,
  }
}

test.each([
  { place: 'card', width: 390, height: 640 },
  { place: 'window', width: 390, height: 600 },
  { place: 'window', width: 360, height: 600 },
] as const)(
  'behavior: the $place shows limit, total, end and receiver before any warning, without scrolling',
  async ({ place, width, height }) => {
    await page.viewport(width, height)
    const root = makeRoot()
    clear = renderCardScene({ scene: { id: 'permission', card: approval(place) }, root, messages: en })
    await expect.poll(() => root.querySelector('.party .address')?.textContent).toBe(fixtures.friend)
    const { facts, until, receiver, warning, foot } = measure(root)
    expect([...facts].sort((left, right) => left - right)).toEqual(facts)
    expect(until).toBeLessThan(receiver)
    expect(receiver).toBeLessThanOrEqual(foot)
    expect(warning).toBeGreaterThan(receiver)
  },
)

test.each([
  { width: 390, height: 844 },
  { width: 420, height: 720 },
])('behavior: the window of $width × $height shows them without scrolling', async ({ width, height }) => {
  await page.viewport(width, height)
  const root = makeRoot()
  const scene = { id: 'permission', page: 'approve', state: { approval: approval('card') } } as const
  const loadMeter = () => Promise.reject(new Error('No password is typed here'))
  clear = renderWindowScene({ scene, root, messages: en, loadMeter })
  await expect.poll(() => root.querySelector('.party .address')?.textContent).toBe(fixtures.friend)
  const { receiver, foot } = measure(root)
  expect(receiver).toBeLessThanOrEqual(Number.isNaN(foot) ? innerHeight : foot)
})

test('behavior: a subscriber reads amount, use, end and how to stop it, without the words of the protocol', async () => {
  await page.viewport(390, 844)
  const root = makeRoot()
  clear = renderCardScene({ scene: { id: 'permission', card: approval('card') }, root, messages: en })
  await expect.poll(() => root.querySelector('.party .address')?.textContent).toBe(fixtures.friend)
  const text = root.querySelector('.view')?.textContent ?? ''
  for (const fact of ['Spend up to 5 USDC', 'Every minute', 'The amount renews', 'Until', en['permission.stop']])
    expect(text).toContain(fact)
  expect(text).not.toMatch(/\b(key|keys|period|session|signer)\b/i)
})

test('behavior: revoking a permission can be canceled, not declined', async () => {
  await page.viewport(390, 640)
  for (const place of ['card', 'window'] as const) {
    const root = makeRoot()
    const card = fixtures.approval(permissionDescriptions.revoke, { place })
    clear = renderCardScene({ scene: { id: 'revoke', card }, root, messages: en })
    await expect.element(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
    expect(page.getByRole('button', { name: 'Decline' }).elements()).toEqual([])
    clear()
    document.body.innerHTML = ''
  }
  const root = makeRoot()
  const scene = { id: 'revoke', page: 'approve', state: { approval: fixtures.approval(permissionDescriptions.revoke) } }
  const loadMeter = () => Promise.reject(new Error('No password is typed here'))
  clear = renderWindowScene({ scene: { ...scene, page: 'approve' }, root, messages: en, loadMeter })
  await expect.element(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: 'Decline' }).elements()).toEqual([])
})

test('behavior: a card that ends a permission has its effect, and no renewal that never comes', async () => {
  await page.viewport(390, 844)
  const textOf = async (shown: keyof typeof permissionDescriptions) => {
    const root = makeRoot()
    const card = fixtures.approval(permissionDescriptions[shown], { place: 'window', windowReason: 'value' })
    clear = renderCardScene({ scene: { id: 'ending', card }, root, messages: en })
    await expect.element(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
    const text = root.querySelector('.card')?.textContent ?? ''
    clear()
    document.body.innerHTML = ''
    return text
  }
  const ending = await textOf('revoke')
  for (const fact of [en['permission.ends'], 'Spend up to 5 USDC', 'Lantern Paper', en['permission.after']])
    expect(ending).toContain(fact)
  expect(ending).not.toMatch(/renews|moves money|First time|Sent to before|App ID/i)
  // Its rules are not known: an approval of tokens could outlast it.
  expect(await textOf('revokeUnread')).not.toContain(en['permission.after'])
})
