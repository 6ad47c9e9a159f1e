import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createFixtureWallet, type FixtureWallet } from '../testing/createFixtureWallet.ts'
import { createFixtureNode } from '../testing/fixtureNode.ts'
import { fixtureNow, fixtureRequests, fixtureSession, proposal, signIn } from '../testing/fixtures.ts'
import { renderPhone } from '../testing/renderPhone.tsx'

let clear = () => {}
let isNodeAway = false
const fetch = globalThis.fetch
beforeEach(async () => {
  await page.viewport(390, 844)
  history.replaceState(null, '')
  isNodeAway = false
  globalThis.fetch = createFixtureNode({ fails: () => isNodeAway })
  vi.useFakeTimers({ now: fixtureNow, toFake: ['Date'] })
})
afterEach(() => {
  clear()
  globalThis.fetch = fetch
  vi.useRealTimers()
})

function show(start: Parameters<typeof createFixtureWallet>[0]): FixtureWallet {
  const wallet = createFixtureWallet(start)
  clear = renderPhone({ wallet })
  return wallet
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const armed = (name: string) => expect.element(button(name)).not.toHaveAttribute('aria-disabled')

test('behavior: an approval button is active only after it was visible, and only for a person', async () => {
  const wallet = show({ approvals: [proposal()] })
  await expect.element(button('Connect')).toHaveAttribute('aria-disabled', 'true')
  button('Connect')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await armed('Connect')
  // A press by a script, and the second half of a double click.
  ;(button('Connect').element() as HTMLElement).click()
  expect(wallet.calls).toEqual([])
  await button('Connect').click()
  expect(wallet.calls).toEqual([['approve', 1, undefined]])
  await expect.element(page.getByText('Connected to app.lantern.example.')).toBeVisible()
})

test('behavior: works with the keyboard alone', async () => {
  const wallet = show({ approvals: [fixtureRequests.message()] })
  await expect.element(page.getByRole('heading', { name: 'Signature' })).toHaveFocus()
  await armed('Sign')
  while (document.activeElement?.textContent !== 'Sign') await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Signed. The site has it.')).toBeVisible()
  expect(wallet.calls).toEqual([['approve', 3, {}]])
})

test('behavior: a postponed approval waits on the home screen', async () => {
  show({
    sessions: [fixtureSession()],
    approvals: [
      { ...fixtureRequests.message(), id: 10 },
      { ...fixtureRequests.switchChain(), id: 11 },
    ],
  })
  await expect.element(page.getByText('1 of 2')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('2 requests wait for your answer.')).toBeVisible()
  await button('Review').click()
  await armed('Sign')
  await button('Sign').click()
  // The next one opens automatically.
  await expect.element(page.getByRole('heading', { name: 'Switch network' })).toBeVisible()
  await armed('Switch')
  await button('Switch').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('behavior: submits exactly the displayed transaction', async () => {
  const wallet = show({ approvals: [fixtureRequests.sendToken()] })
  await expect.element(page.getByText(/^Send 20,000 LNTN to/)).toBeVisible()
  await armed('Approve')
  await button('Approve').click()
  const [[, , options]] = wallet.calls as [[string, number, { params: readonly [object] }]]
  expect(options.params[0]).toMatchObject({ nonce: '0x5', chainId: '0x7a69', type: '0x2', value: '0x0' })
  expect(Object.keys(options.params[0])).toEqual(
    expect.arrayContaining(['gas', 'maxFeePerGas', 'maxPriorityFeePerGas', 'data', 'to', 'from']),
  )
})

test.each([
  ['forbidden', /The phone does not sign this/],
  ['foreignSignIn', /sign you in somewhere else/],
] as const)('behavior: no button approves %s', async (name, text) => {
  const wallet = show({ approvals: [fixtureRequests[name]()] })
  await expect.element(page.getByText(text)).toBeVisible()
  expect(
    page
      .getByRole('dialog')
      .getByRole('button')
      .elements()
      .map((element) => element.textContent),
  ).toEqual(['', 'Decline'])
  await button('Decline').click()
  expect(wallet.calls).toEqual([['reject', 3]])
})

test('behavior: a sign-in to another site shows a warning, and needs a second confirmation', async () => {
  show({ approvals: [signIn({ domain: 'bank.example' })] })
  await expect.element(page.getByText(/The text signs you in to/)).toHaveTextContent('bank.example')
  await expect.element(button('Sign in anyway')).toBeVisible()
})

test('error: without a node there is no transaction, until it is back', async () => {
  isNodeAway = true
  show({ approvals: [fixtureRequests.send()] })
  await expect.element(page.getByText(/this cannot be sent now/)).toBeVisible()
  await expect.element(button('Approve')).not.toBeInTheDocument()
  isNodeAway = false
  await button('Look again').click()
  await armed('Approve')
})

test('error: a failure of the wallet shows and stays', async () => {
  const wallet = show({ approvals: [fixtureRequests.send()] })
  wallet.answer = { error: { code: -32003, message: 'insufficient funds' } }
  await armed('Approve')
  await button('Approve').click()
  await expect.element(page.getByText('Not confirmed as sent. insufficient funds')).toBeVisible()
  await button('Dismiss').click()
  await expect.element(page.getByText('Not confirmed as sent. insufficient funds')).not.toBeInTheDocument()
})

test('error: an unknown balance is not zero, and can be requested again', async () => {
  isNodeAway = true
  show({})
  await expect.element(page.getByText('Balance unavailable')).toBeVisible()
  isNodeAway = false
  await button('Try again').click()
  await expect.element(page.getByText('10,000 ETH')).toBeVisible()
})

test('behavior: changes account and network of the whole phone', async () => {
  const wallet = show({ sessions: [fixtureSession()] })
  await page.getByRole('button', { name: /Switch account/ }).click()
  await page.getByRole('button', { name: /Grace/ }).click()
  await expect.element(page.getByText('Connected sites now see Grace.')).toBeVisible()
  await page.getByRole('button', { name: /Switch network/ }).click()
  await page.getByRole('button', { name: /Lagoon/ }).click()
  await expect.element(page.getByText('10,000 LGN')).toBeVisible()
  expect(wallet.calls).toEqual([
    ['setAccount', 1],
    ['switchChain', { chain: 'eip155:31338' }],
  ])
})

test('behavior: a connection that ends while its screen is open shows it', async () => {
  history.replaceState({ name: 'session', topic: 'a'.repeat(64) }, '')
  const wallet = show({ sessions: [fixtureSession()] })
  await expect.element(page.getByText('app.lantern.example')).toBeVisible()
  wallet.update({ sessions: [] })
  await expect.element(page.getByText('This connection has ended.')).toBeVisible()
  await button('Back').click()
  await expect.element(page.getByText('No site is connected')).toBeVisible()
})

test('behavior: in other families it also shows what it signs, and signs nothing that it cannot read', async () => {
  const wallet = show({
    approvals: [
      { ...fixtureRequests.bitcoinTransfer(), id: 20 },
      { ...fixtureRequests.solanaMessage(), id: 21 },
      { ...fixtureRequests.bitcoinUnreadable(), id: 22 },
    ],
  })
  await expect.element(page.getByText('0.00125 BTC')).toBeVisible()
  await expect
    .element(page.getByText(/^bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry$/))
    .toBeVisible()
  await armed('Approve')
  await button('Approve').click()
  await expect.element(page.getByText('Ahoy')).toBeVisible()
  await armed('Sign')
  await button('Sign').click()
  await expect.element(page.getByText('The phone cannot read this, so it signs nothing.')).toBeVisible()
  await expect.element(button('Approve')).not.toBeInTheDocument()
  await button('Decline').click()
  await expect
    .poll(() => wallet.calls.map(([name, id]) => [name, id]))
    .toEqual([
      ['approve', 20],
      ['approve', 21],
      ['reject', 22],
    ])
})
