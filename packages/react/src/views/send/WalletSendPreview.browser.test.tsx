import type { TrackedTransaction } from '@latchkey/core'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { sentHash, trackedSend } from '../../../gallery/fixtures.ts'
import { findScene } from '../../../test/findScene.ts'
import { deepFocus, inModal } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

async function show(id: string): Promise<Element> {
  await renderScene(findScene(id))
  return inModal('.view')
}

const buttons = (view: Element) => [...view.querySelectorAll('.foot button')].map(({ textContent }) => textContent)

test('default: an installed wallet confirms in its own window', async () => {
  expect(buttons(await show('send-preview'))).toContain('Confirm')
})

test('behavior: waiting for an installed wallet names it', async () => {
  const view = await show('send-signing')
  expect(view.textContent).toContain('Confirm in Harbor')
  expect(view.textContent).toContain('Check that Harbor shows the same as this page')
})

test('behavior: the embedded wallet continues on its own card', async () => {
  const view = await show('send-preview-embedded')
  const [button] = [...view.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Continue in your wallet',
  )
  expect(view.textContent).not.toContain('Confirm')
  button?.click()
  await vi.waitFor(async () => expect((await inModal('.waiting')).textContent).toContain('Continue in your wallet'))
})

test('behavior: beside a name, Review says that the embedded wallet shows the address only', async () => {
  const scene = findScene('send-preview-embedded')
  const { send } = scene.world ?? {}
  if (send?.status !== 'preview') throw new Error('Not a preview')
  const named = { ...send, preview: { ...send.preview, receiverName: 'fern.local' } }
  await renderScene({ ...scene, world: { ...scene.world, send: named } })
  const [, to] = [...(await inModal('.view')).querySelectorAll('.route-end')]
  expect(to?.textContent).toContain('fern.local')
  expect(to?.textContent).toContain(send.preview.receiver)
  expect(to?.textContent).toContain('Your wallet shows this address, not the name')
})

test('behavior: Review makes no statement about the display of other wallets', async () => {
  const text = (await show('send-preview-name')).textContent
  expect(text).toContain('fern.local')
  expect(text).not.toContain('Your wallet shows this address')
})

test('behavior: waiting for the embedded wallet mentions its card instead of a window', async () => {
  const view = await show('send-signing-embedded')
  expect(view.textContent).toContain('Check that your wallet’s card shows the same as this page')
  expect(view.textContent).not.toContain('Brass Wallet')
})

test('behavior: marks a high fee, and no other', async () => {
  const scene = findScene('send-preview-bitcoin')
  expect((await show(scene.id)).textContent).not.toContain('unusually high')
  const send = scene.world?.send
  if (send?.status !== 'preview') throw new Error('No preview')
  const world = { ...scene.world, send: { ...send, preview: { ...send.preview, feeNotice: 'high' as const } } }
  await renderScene({ ...scene, world })
  await expect.element(page.getByText('The network cost is unusually high')).toBeVisible()
})

test('behavior: confirming twice asks the wallet once', async () => {
  const { send } = (await renderScene(findScene('send-preview'))).stores
  const asked = vi.fn()
  send.subscribe(() => send.getState().status === 'signing' && asked())
  await page.getByRole('button', { name: 'Confirm' }).dblClick()
  await expect.element(page.getByRole('button', { name: 'Confirm in Harbor' })).toBeVisible()
  expect(asked).toHaveBeenCalledTimes(1)
})

test.each([
  { status: { type: 'uncertain' }, note: 'Do not send it again yet' },
  { status: { type: 'pending', hash: sentHash, slow: true, reorged: false }, note: 'Do not send it again' },
] as const)('behavior: warns that the same payment may be pending: $note', async ({ status, note }) => {
  const latchkey = await renderScene(findScene('send-preview'))
  const state = latchkey.send.getState()
  if (state.status !== 'preview') throw new Error(state.status)
  const { chainId, from, transaction } = state.preview
  if (transaction.namespace !== 'eip155') throw new Error(transaction.namespace)
  const call = { ...transaction, to: transaction.to.toUpperCase().replace('0X', '0x') as `0x${string}` }
  const equal: TrackedTransaction = { ...trackedSend, chainId, from: from.toLowerCase(), call, status }
  const other: TrackedTransaction = { ...equal, payment: undefined, call: { ...call, value: call.value + 1n } }
  const shown = () => page.getByRole('alert').getByText(note)
  latchkey.stores.transactions.setState({ transactions: [other] })
  await expect.element(page.getByRole('button', { name: 'Confirm' })).toBeVisible()
  await expect.element(shown()).not.toBeInTheDocument()
  latchkey.stores.transactions.setState({ transactions: [other, equal] })
  await expect.element(shown()).toBeVisible()
})

test.each([
  { id: 'send-preview-look-alike', word: /I have compared both/ },
  { id: 'send-preview-look-alike-contact', word: /I have compared both/ },
  { id: 'send-preview-token-contract', word: /I understand that tokens sent there are usually lost/ },
])('behavior: $id goes to the wallet only after the visitor said so', async ({ id, word }) => {
  const { send } = await renderScene(findScene(id))
  const box = page.getByRole('checkbox', { name: word })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Tick this first' })).toBeVisible()
  await expect.poll(deepFocus).toBe(box.element())
  expect(send.getState().status).toBe('preview')
  // With the keyboard, or a tap on its label.
  await page.getByText(word).click()
  await expect.element(box).toBeChecked()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => send.getState().status).toBe('signing')
})

test('behavior: another preview asks for consent again', async () => {
  const latchkey = await renderScene(findScene('send-preview-look-alike'))
  const box = page.getByRole('checkbox', { name: /I have compared both/ })
  await page.getByText(/I have compared both/).click()
  await expect.element(box).toBeChecked()
  latchkey.stores.send.setState((state) =>
    state.status === 'preview' ? { ...state, preview: { ...state.preview, amountText: '251' } } : state,
  )
  await expect.element(box).not.toBeChecked()
})

test('behavior: shows a name above the whole address, and the speed', async () => {
  const view = await show('send-preview-name')
  expect(view.querySelector('.route')?.textContent).toContain('fern.local')
  expect(view.querySelector('.route .address')?.textContent).toHaveLength(42)
  expect(view.querySelector('.details')?.textContent).toContain('SpeedFast')
})

test("behavior: shows the token's transfer fee and the arriving amount to the last digit", async () => {
  const view = await show('send-preview-fee')
  expect(view.querySelector('.details')?.textContent).toContain('Transfer fee of the token2.5 USDX')
  expect(view.querySelector('.details')?.textContent).toContain('The receiver gets247.5 USDX')
})
