import type { LatchkeyConfig } from '@latchkey/core'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listings } from '../../../gallery/fixtures.ts'
import { announceWallet } from '../../../test/announceWallet.ts'
import { answerDirectory } from '../../../test/answerDirectory.ts'
import { createTestKit } from '../../../test/createTestKit.ts'
import { deepFocus } from '../../../test/modalRoot.ts'
import { renderApp } from '../../../test/renderApp.tsx'
import { LatchkeyProvider } from '../../provider/LatchkeyProvider.tsx'

// The names that `announceWallet` uses.
const directory = listings.map((listing) => ({ ...listing, rdns: `test.${listing.id}` }))

function open(config: Partial<LatchkeyConfig> = {}) {
  const latchkey = createTestKit(config)
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <main />
    </LatchkeyProvider>,
  )
  void latchkey.modal.open({ view: 'Connect' })
  return latchkey
}
const button = (name: RegExp | string) => page.getByRole('button', { name })

test('default: lists installed wallets, then the recommended ones, then the link to all', async () => {
  announceWallet({ name: 'Harbor' })
  const { asked } = answerDirectory(directory)
  open()
  await expect.element(button(/Harbor/)).toBeVisible()
  await expect.element(button('All wallets 10')).toBeVisible()
  const rows = [...page.getByRole('list').element().querySelectorAll('.row')].map((row) => row.textContent)
  expect(rows).toEqual(['HarborInstalled', 'FernGet', 'EmberGet', 'Orbit WalletGet', 'All wallets10'])
  expect(asked).toHaveLength(1)
})

test('behavior: one click connects an installed wallet', async () => {
  announceWallet({ name: 'Harbor' })
  answerDirectory(directory)
  const latchkey = open()
  await button(/Harbor/).click()
  await expect.poll(() => latchkey.connection.getState().status).toBe('connected')
  await expect.poll(() => latchkey.modal.getState().open).toBe(false)
})

test('behavior: a click waits until the wallets of every family are listed, and counts once', async () => {
  announceWallet({ name: 'Harbor' })
  answerDirectory(directory)
  const latchkey = open()
  let end = () => {}
  const looking = new Promise<void>((resolve) => {
    end = resolve
  })
  vi.spyOn(latchkey.wallets, 'looking').mockReturnValue(looking)
  const connect = vi.spyOn(latchkey.connection, 'connect')
  await button(/Harbor/).click()
  await button(/Harbor/).click()
  expect(connect).not.toHaveBeenCalled()
  end()
  await expect.poll(() => latchkey.connection.getState().status).toBe('connected')
  expect(connect).toHaveBeenCalledOnce()
})

test('behavior: without the tick no wallet is asked, and the box shows a reminder', async () => {
  const accounts = vi.fn(async () => ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'])
  announceWallet({ name: 'Harbor', accounts })
  answerDirectory(directory)
  const latchkey = open({ legalConsent: true })
  await button(/Harbor/).click()
  await expect.element(page.getByText('Tick this first, then choose.')).toBeVisible()
  const box = page.getByRole('checkbox')
  expect(deepFocus()).toBe(box.element())
  await button(/All wallets/).click()
  expect(latchkey.modal.getState().history).toHaveLength(1)
  expect(accounts).not.toHaveBeenCalled()
  await userEvent.keyboard(' ')
  await expect.element(box).toBeChecked()
  await button(/Harbor/).click()
  await expect.poll(() => latchkey.connection.getState().status).toBe('connected')
})

test('behavior: a missing wallet leads to its installation', async () => {
  answerDirectory(directory)
  const latchkey = open()
  await button('Fern').click()
  await expect.element(page.getByText('Fern not installed')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Install Fern' }))
    .toHaveAttribute('href', 'https://shop.example/fern')
  announceWallet({ name: 'Fern' })
  // The wallet is asked as soon as it is installed.
  await expect.poll(() => latchkey.connection.getState().status).toBe('connected')
})

test('behavior: a wallet that the site cannot reach is not called “not installed”', async () => {
  answerDirectory(directory.map((one) => ({ ...one, chrome_store: null, homepage: '' })))
  open()
  await button(/Fern/).click()
  await expect.element(page.getByText('Fern cannot be used here')).toBeVisible()
  await expect.element(page.getByText('This site offers no way to connect it.')).toBeVisible()
  await expect.element(button('Choose another wallet')).toBeVisible()
})

test('error: spec 8.47: without the directory, installed wallets show, and the directory is read again', async () => {
  announceWallet({ name: 'Harbor' })
  const server = answerDirectory(directory)
  server.setDown(true)
  open()
  await button('All wallets').click()
  await expect.element(page.getByText('Network request failed', { exact: true })).toBeVisible()
  await expect.element(button(/Harbor/)).toBeVisible()
  server.setDown(false)
  await button('Retry').click()
  await expect.element(button('Ember')).toBeVisible()
})

test('behavior: a search sends one request, after a pause and from two letters on', async () => {
  const { asked } = answerDirectory(directory)
  open()
  await button(/All wallets/).click()
  const field = page.getByRole('textbox', { name: 'Search wallets' })
  await expect.element(button('Lantern')).toBeVisible()
  // In one go: a slow machine would otherwise wait between two letters for longer than the debounce.
  const input = field.element() as HTMLInputElement
  for (const text of ['l', 'la', 'lan']) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await expect.element(button('Ember')).not.toBeInTheDocument()
  await expect.element(button('Lantern')).toBeVisible()
  expect(asked.filter(({ search }) => search)).toMatchObject([{ search: 'lan', entries: '100' }])
  await field.fill('zzz')
  await expect.element(page.getByText(/No wallet called/)).toBeVisible()
})

test('behavior: loads more wallets near the end of the list', async () => {
  const many = Array.from({ length: 90 }, (_, at) => ({
    ...(listings[0] as (typeof listings)[number]),
    id: `w${at}`,
    name: `Wallet ${at}`,
    rdns: `example.w${at}`,
  }))
  const { asked } = answerDirectory(many)
  open()
  await button(/All wallets/).click()
  await expect.element(button('Wallet 39')).toBeInTheDocument()
  button('Wallet 39').element().scrollIntoView()
  await expect.element(button('Wallet 79')).toBeInTheDocument()
  button('Wallet 79').element().scrollIntoView()
  await expect.element(button('Wallet 89')).toBeInTheDocument()
  expect(asked.map(({ page: number }) => number)).toEqual(['1', '2', '3'])
})
