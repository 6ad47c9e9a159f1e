import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cardScenes } from '../../gallery/cardScenes.ts'
import * as fixtures from '../../gallery/fixtures.ts'
import { pseudoMessages } from '../../gallery/pseudoMessages.ts'
import { strayTexts } from '../../gallery/strayTexts.ts'
import { en } from '../messages/en.ts'
import { longestStatement } from '../signIn/readLoginSignIn.ts'
import { beginCard, clearCard, endCard, showCard } from '../testing/cardScene.ts'

beforeEach(beginCard)
afterEach(endCard)

const button = (name: string) => page.getByRole('button', { name, exact: true })

/** One of each kind. `cards.full.browser.test.tsx` has all. */
const kinds = ['code', 'unlock', 'security', 'approve-send']

test.each(kinds.map((id, index) => ({ id, mode: index % 2 === 0 ? ('dark' as const) : ('light' as const) })))(
  'behavior: axe finds nothing in $id ($mode)',
  async ({ id, mode }) => {
    await showCard(id, { theme: { mode, accent: null } })
    const { violations } = await axe.run(document.body, {
      resultTypes: ['violations'],
      // The test runner's page.
      rules: { 'html-has-lang': { enabled: false }, 'document-title': { enabled: false } },
    })
    expect(
      violations.flatMap(({ id: rule, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${rule}: ${html} ${failureSummary}`),
      ),
    ).toEqual([])
  },
)

test.each(cardScenes)(
  'behavior: threat 61: no secret can be typed on $id (no-secret-inputs-in-iframe)',
  async ({ id }) => {
    const root = await showCard(id)
    const fields = [...root.querySelectorAll('input,textarea,select,[contenteditable]')]
    const isCode = id.startsWith('code')
    expect(fields).toHaveLength(isCode ? 1 : 0)
    for (const field of fields) expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  },
)

test.each(cardScenes)('behavior: $id names the verified origin in full', async ({ id, card, asker }) => {
  const root = await showCard(id)
  const { origin } = 'asker' in card ? card.asker : (asker ?? { origin: 'https://app.brass.example' })
  const shown = root.querySelector<HTMLElement>('.asker b')
  expect(shown?.textContent).toBe(origin)
  expect(shown?.scrollWidth).toBeLessThanOrEqual(root.clientWidth)
})

test.each(kinds)('behavior: every text of %s is in the catalog', async (id) => {
  const root = await showCard(id, { messages: pseudoMessages })
  expect(strayTexts(root)).toEqual([])
})

test.each(kinds)('behavior: targets on %s are 44 px on touch', async (id) => {
  const root = await showCard(id)
  for (const element of root.querySelectorAll<HTMLElement>('button,a,summary')) {
    const { height, width } = element.getBoundingClientRect()
    const after = getComputedStyle(element, '::after')
    const grow = after.content === 'none' ? 0 : -2 * Number.parseFloat(after.top)
    expect(height + (grow || 0), element.outerHTML).toBeGreaterThanOrEqual(44)
    expect(width + (grow || 0), element.outerHTML).toBeGreaterThanOrEqual(44)
  }
})

test.each(['code-sign-in', 'device-sign-in', 'provider', 'channel'])(
  'behavior: threat 133: %s shows the sign-in of the login, and the site’s whole statement, before the visitor acts',
  async (id) => {
    const root = await showCard(id)
    const text = page.getByText('This also signs you in to app.brass.example.')
    await expect.element(text).toBeInViewport()
    expect(root.querySelector('q')?.textContent).toBe('I accept the terms of Brass: https://app.brass.example/terms')
    // However long, all of it is visible, in every width.
    const { scrollWidth, clientWidth } = root.querySelector('main') as HTMLElement
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  },
)

test('behavior: threat 133: the longest statement is shown whole, also without spaces', async () => {
  const statement = 'a'.repeat(longestStatement)
  const scene = cardScenes.find(({ id }) => id === 'code-sign-in')
  if (scene?.card.kind !== 'code') throw new Error('There is no such scene')
  const root = await showCard('code-sign-in', { scene: { ...scene, card: { ...scene.card, note: { statement } } } })
  await vi.waitFor(() => expect(root.querySelector('q')?.textContent).toBe(statement))
  const [quote, card] = [root.querySelector('q'), root.querySelector('main')].map((part) =>
    part?.getBoundingClientRect(),
  )
  expect(quote?.right).toBeLessThanOrEqual(card?.right ?? 0)
})

test('behavior: submits the code once, at six digits, also when pasted with other text', async () => {
  const submitCode = vi.fn()
  await showCard('code', { actions: { submitCode } })
  const field = page.getByRole('textbox', { name: 'Six-digit code' })
  await vi.waitFor(() => expect(document.activeElement).toBe(field.element()))
  await userEvent.keyboard('12345')
  expect(submitCode).not.toHaveBeenCalled()
  await userEvent.keyboard('6')
  expect(submitCode.mock.calls).toEqual([['123456']])
  await field.fill('Your code: 987 ٦٥٤')
  expect(submitCode.mock.calls).toEqual([['123456'], ['987654']])
})

test('behavior: spec 6.5: for a method that the wallet never answers the card shows “Action not allowed”', async () => {
  const root = await showCard('refused-action')
  expect(root.querySelector('h1')?.textContent).toBe('Action not allowed')
  expect(root.textContent).toContain('eth_sign')
})

test('behavior: a wrong code is announced, shakes, and leaves the field empty and focused', async () => {
  const root = await showCard('code-wrong')
  expect(root.querySelector('[role=alert]')?.textContent).toBe('This code is incorrect')
  expect(root.querySelector('.code')?.hasAttribute('data-shake')).toBe(true)
  await vi.waitFor(() => expect(document.activeElement).toBe(root.querySelector('input')))
  expect(root.querySelector('input')?.value).toBe('')
})

test('behavior: another code can be requested after the wait', async () => {
  const resendCode = vi.fn()
  await showCard('code', { actions: { resendCode } })
  await button('New code in 0:24').click({ force: true })
  expect(resendCode).not.toHaveBeenCalled()
  clearCard()
  await showCard('code-expired', { actions: { resendCode } })
  await button('Send a new code').click()
  expect(resendCode).toHaveBeenCalledTimes(1)
})

test('behavior: Escape and the cross close a card; an approval is rejected; a running action stays', async () => {
  const cancel = vi.fn()
  const reject = vi.fn()
  await showCard('recover', { actions: { cancel, reject } })
  await userEvent.keyboard('{Escape}')
  await button('Close').click()
  expect(cancel).toHaveBeenCalledTimes(2)
  clearCard()
  await showCard('approve-send', { actions: { cancel, reject } })
  await userEvent.keyboard('{Escape}')
  expect(reject).toHaveBeenCalledTimes(1)
  clearCard()
  await showCard('recover-busy', { actions: { cancel, reject } })
  await userEvent.keyboard('{Escape}')
  expect(reject).toHaveBeenCalledTimes(1)
  clearCard()
  await showCard('approve-signing', { actions: { cancel, reject } })
  await userEvent.keyboard('{Escape}')
  expect(reject).toHaveBeenCalledTimes(1)
  clearCard()
  await showCard('protect-without-passkey', { actions: { cancel, reject } })
  await userEvent.keyboard('{Escape}')
  expect(cancel).toHaveBeenCalledTimes(2)
  expect(reject).toHaveBeenCalledTimes(1)
})

test('behavior: a new card takes the focus, and never onto a button', async () => {
  for (const id of ['recover', 'protect', 'approve-send', 'security']) {
    const root = await showCard(id)
    await vi.waitFor(() => expect(document.activeElement?.id).toBe('card-title'))
    expect(root.contains(document.activeElement)).toBe(true)
    clearCard()
    root.remove()
  }
})

test('behavior: one tap unlocks, creates, confirms; everything else opens a window', async () => {
  const actions = {
    recoverWithPasskey: vi.fn(),
    protectWithPasskey: vi.fn(),
    confirmWithPasskey: vi.fn(),
    skipProtection: vi.fn(),
    goOn: vi.fn(),
    readAgain: vi.fn(),
    openWindow: vi.fn(),
  }
  await showCard('recover', { actions })
  await button('Use your passkey').click()
  await page.getByRole('button', { name: /Backup code/ }).click()
  clearCard()
  await showCard('protect', { actions })
  await button('Create a passkey').click()
  await button('Save a backup code instead').click()
  await button('Not now').click()
  clearCard()
  await showCard('step-up', { actions })
  await button('Use your passkey').click()
  clearCard()
  await showCard('security', { actions })
  await button('Open security window').click()
  expect(actions.recoverWithPasskey).toHaveBeenCalledTimes(1)
  expect(actions.protectWithPasskey).toHaveBeenCalledTimes(1)
  expect(actions.confirmWithPasskey).toHaveBeenCalledTimes(1)
  expect(actions.skipProtection).toHaveBeenCalledTimes(1)
  expect(actions.openWindow.mock.calls).toEqual([['recover'], ['protect'], ['security']])
})

test('behavior: the card reports the height that it needs, 600 px at most', async () => {
  const onHeight = vi.fn()
  await showCard('code', { onHeight })
  await vi.waitFor(() => expect(onHeight).toHaveBeenCalled())
  const small = onHeight.mock.lastCall?.[0]
  expect(small).toBeGreaterThan(200)
  expect(small).toBeLessThan(420)
  clearCard()
  await showCard('approve-blind', { onHeight })
  await vi.waitFor(() => expect(onHeight).toHaveBeenLastCalledWith(600))
})

test('behavior: warnings of one kind show their subjects', async () => {
  const root = await showCard('approve-approve-unlimited')
  const texts = (selector: string) =>
    [...root.querySelectorAll(selector)].map((element) => element.textContent?.replaceAll('\u2060', ''))
  const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
  const { router, friend } = fixtures
  expect(texts('.foot-warning .finding-values')).toEqual([`USDC · ${short(router)}`])
  // The network cost is in the details.
  expect(texts('.note .finding-values')).toEqual([`BRASS · ${short(friend)}`, short(router), '1,250.5 USDC'])
  expect(texts('.note').filter((text) => text?.startsWith(en['finding.unlimitedApproval']))).toHaveLength(1)
})

test('behavior: a step-up shows its reason', async () => {
  const root = await showCard('step-up')
  expect(root.textContent).toContain(en['stepUp.reason.email'])
  clearCard()
  root.remove()
  expect((await showCard('step-up-failed')).textContent).toContain(en['stepUp.reason.factor'])
})

test('behavior: the whole approval is usable with the keyboard', async () => {
  const root = await showCard('approve-approve-unlimited')
  const names: string[] = []
  for (let step = 0; step < 12; step++) {
    await userEvent.tab()
    const active = document.activeElement
    if (active === null || active === document.body) break
    names.push(active.getAttribute('aria-label') ?? active.textContent ?? '')
  }
  expect(names).toEqual(expect.arrayContaining(['Close', 'Copy address', 'All details', 'Decline', 'Approve anyway']))
  expect(root.querySelector('.stage')?.getAttribute('tabindex')).toBe('0')
})

test('behavior: incoming amounts are shortened and complete in the details; outgoing amounts are never cut', async () => {
  const root = await showCard('approve-swap')
  const amounts = (within: ParentNode) =>
    [...within.querySelectorAll('.change-amount > bdi')].map((element) => element.textContent)
  const details = [...root.querySelectorAll('.fold')].at(-1) ?? root
  expect(amounts(root).slice(0, 2)).toEqual(['−250 USDC', '+1,028.62 BRASS'])
  expect(amounts(details)).toEqual(['−250 USDC', '+1,028.625540178391204482 BRASS'])
  clearCard()
  expect(amounts(await showCard('approve-send'))).toHaveLength(1)
})

test('behavior: a message about a name shows its effect; the text itself is in the details', async () => {
  const root = await showCard('approve-name-texts')
  expect(root.querySelector('.sentence')?.textContent).toBe('Register or change mira.latchkey.eth for this account')
  expect([...root.querySelectorAll('.leaf')].map(({ textContent }) => textContent)).toEqual([
    'url https://mira.example.org',
    'description Lanterns, mended and made. Harbor road 7, ring twice.',
    'com.twitter empty',
    'avatar A picture, 24.8 kB',
  ])
  const { message } = fixtures.descriptions.nameTexts
  expect([...root.querySelectorAll('.fold:not([open]) .message')].map(({ textContent }) => textContent)).toContain(
    message,
  )
  expect(button('Sign').elements()).toHaveLength(1)
})

test('behavior: a name for a foreign address shows the whole address, and a warning at the button', async () => {
  const root = await showCard('approve-name-to-other')
  expect(root.querySelector('.sentence')?.textContent).toBe('Let mira.latchkey.eth stand for this address on Ethereum')
  expect(root.querySelector('.party .address')?.textContent).toBe(fixtures.friend)
  expect(root.querySelector('.foot-warning')?.textContent).toContain(en['finding.nameToOther'])
  // The network in use does not matter to it.
  expect(root.textContent).not.toContain('Local One')
  expect(button('Sign anyway').elements()).toHaveLength(1)
})

test('behavior: a grant shows its right, total, end, receiver and sponsor', async () => {
  const root = await showCard('approve-grant-sponsored')
  for (const text of [
    'Let app.brass.example act for you without asking again',
    'Spend up to 5 USDC',
    'Every 30 days',
    'Lantern Paper',
    '60 USDC',
    'Paid for you by Lantern Paper',
    'This also sets up your smart account on this network.',
  ])
    expect(root.textContent).toContain(text)
  expect(root.querySelector('.part .address')?.textContent).toBe(fixtures.friend)
  expect(button('Allow').elements()).toHaveLength(1)
})

test('behavior: shows each allowed function with the conditions of its arguments', async () => {
  const root = await showCard('approve-grant-calls')
  const boxes = [...root.querySelectorAll('.part')].map(({ textContent }) => textContent ?? '')
  expect(boxes[0]).toContain('To anyone')
  expect(boxes[1]).toMatch(
    /Call mint.*With up to 0\.005 ETH each time.*count.*at most 3.*receiver.*Argument 3.*anything/,
  )
  expect(boxes[2]).toMatch(/Call approve.*less than 1,250,000\.5 BRASS/)
  // The gravest warning is at the button, with its function.
  expect(root.querySelector('.foot-warning')?.textContent).toContain('approve(address,uint256)')
  expect(button('Allow anyway').elements()).toHaveLength(1)
})

test('behavior: no limit is shown as no limit, in the line and in the total', async () => {
  const root = await showCard('approve-grant-unlimited')
  expect(root.textContent).toContain('Spend USDC without limit')
  expect(root.textContent).toContain('unlimited USDC')
  expect(root.textContent).toContain('Every day')
})

test('behavior: shows the permission to revoke, which can be revoked even if it is unreadable', async () => {
  const root = await showCard('approve-revoke')
  expect(root.querySelector('h2')?.textContent).toBe(en['permission.ends'])
  expect(button('Revoke').elements()).toHaveLength(1)
  clearCard()
  document.body.innerHTML = ''
  const unread = await showCard('approve-revoke-unread')
  expect(unread.textContent).toContain(en['permission.unread'])
})

test('behavior: an operation shows who pays, and that its first use deploys the account', async () => {
  const root = await showCard('approve-operation-sponsored')
  expect(root.textContent).toContain('Paid for you by Lantern Paper')
  expect(root.textContent).toContain('This also sets up your smart account on this network.')
  clearCard()
  document.body.innerHTML = ''
  const paid = await showCard('approve-operation-paid')
  expect(paid.textContent).not.toContain('Paid for you')
  expect(paid.textContent).toContain('at most')
})
