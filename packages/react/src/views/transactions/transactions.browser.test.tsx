import type { TrackedTransaction } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { history, sentHash, trackedSend } from '../../../gallery/fixtures.ts'
import { findScene } from '../../../test/findScene.ts'
import { inModal } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

test('default: a pending transaction shows in the account, and opens its own view', async () => {
  const latchkey = await renderScene(findScene('account-under-way'))
  const list = page.getByRole('list', { name: 'Pending' })
  await expect.element(list).toBeVisible()
  expect(list.getByRole('button').elements().length).toBe(3)
  await list.getByRole('button', { name: /May have been sent/ }).click()
  await expect.element(page.getByRole('heading', { name: 'It may have been sent' })).toBeVisible()
  expect(latchkey.modal.getState().history.at(-1)?.data).toEqual({ id: 'c'.repeat(32) })
})

test('behavior: without pending transactions the list takes no space', async () => {
  await renderScene(findScene('account'))
  expect((await inModal('.view')).textContent).not.toContain('Pending')
})

test('behavior: hides pending transactions of another account', async () => {
  const transactions = [{ ...trackedSend, from: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' }]
  const scene = findScene('account-under-way')
  await renderScene({ ...scene, world: { ...scene.world, transactions } })
  await expect.element(page.getByRole('list', { name: 'Pending' })).not.toBeInTheDocument()
})

test('behavior: the activity shows it once, although the history also has it', async () => {
  const [passing] = history
  if (passing === undefined) throw new Error('No history')
  const hash = passing.metadata.hash as `0x${string}`
  const transactions = [{ ...trackedSend, hashes: [hash], status: { ...trackedSend.status, hash } }]
  const scene = findScene('activity-under-way')
  await renderScene({ ...scene, world: { ...scene.world, transactions } as typeof scene.world })
  const view = await inModal('.view')
  expect(view.querySelectorAll('.tile .spinner')).toHaveLength(1)
})

test('behavior: a receiver shows the name of the payment, above the whole address in the detail', async () => {
  await renderScene(findScene('activity'))
  await page
    .getByRole('button', { name: /Received.*fern\.local/ })
    .first()
    .click()
  await expect.poll(async () => (await inModal('.named-address')).textContent).toContain('fern.local0x3C44')
})

test('behavior: opened by a hash of the history, it is followed while it is pending', async () => {
  const scene = findScene('tracked-pending')
  const data = { hash: sentHash, chainId: trackedSend.chainId }
  const latchkey = await renderScene({ ...scene, history: [{ name: 'Transaction', data }] })
  await expect.element(page.getByRole('heading', { name: 'Sending' })).toBeVisible()
  latchkey.stores.transactions.setState({
    transactions: [{ ...trackedSend, status: { type: 'confirmed', hash: sentHash, block: 41n, final: false } }],
  })
  await expect.element(page.getByRole('heading', { name: 'Sent' })).toBeVisible()
  await expect.element(page.getByText('In block 41')).toBeVisible()
})

test('behavior: a batch that the wallet accepted no longer waits for the visitor', async () => {
  const scene = findScene('tracked-pending')
  const data = { hash: sentHash, chainId: trackedSend.chainId }
  const latchkey = await renderScene({ ...scene, history: [{ name: 'Transaction', data }] })
  const asked = { ...trackedSend, status: { type: 'asked' } } as const
  latchkey.stores.transactions.setState({ transactions: [asked] })
  await expect.element(page.getByRole('heading', { name: 'Waiting for your wallet' })).toBeVisible()
  latchkey.stores.transactions.setState({ transactions: [{ ...asked, isTaken: true }] })
  await expect.element(page.getByRole('heading', { name: 'Sending' })).toBeVisible()
  await expect.element(page.getByText('Waiting for your wallet')).not.toBeInTheDocument()
})

test.each([
  { kind: 'speedUp', open: 'Speed up', text: 'takes only one of the two', gas: 65_000n },
  { kind: 'cancel', open: 'Cancel it', text: 'it still happens', gas: 21_000n },
] as const)('behavior: $kind explains its consequence, and asks the wallet once', async ({ kind, open, text }) => {
  const latchkey = await renderScene(findScene('tracked-slow'))
  const ask = vi.spyOn(latchkey.transactions, kind).mockReturnValue(new Promise(() => undefined))
  await page.getByRole('button', { name: open }).click()
  await expect.element(page.getByText(text)).toBeVisible()
  await page.getByRole('radio', { name: /Instant/ }).click()
  await page.getByRole('button', { name: open }).dblClick()
  await expect.element(page.getByRole('button', { name: 'Continue in your wallet' })).toBeVisible()
  expect(ask.mock.calls).toEqual([[{ id: trackedSend.id, gasPrice: 2_400_000_000n }]])
})

test("error: shows the wallet's answer, and can be repeated", async () => {
  const latchkey = await renderScene(findScene('tracked-slow'))
  const ask = vi.spyOn(latchkey.transactions, 'speedUp').mockRejectedValueOnce(new LatchkeyError('user_rejected'))
  await page.getByRole('button', { name: 'Speed up' }).click()
  await page.getByRole('button', { name: 'Speed up' }).click()
  await expect
    .element(page.getByRole('alert').filter({ hasText: new LatchkeyError('user_rejected').message }))
    .toBeVisible()
  ask.mockResolvedValueOnce()
  await page.getByRole('button', { name: 'Speed up' }).click()
  await expect.element(page.getByText('takes only one of the two')).not.toBeInTheDocument()
  expect(ask).toHaveBeenCalledTimes(2)
})

test('behavior: it can be left alone', async () => {
  const latchkey = await renderScene(findScene('tracked-slow'))
  const ask = vi.spyOn(latchkey.transactions, 'cancel')
  await page.getByRole('button', { name: 'Cancel it' }).click()
  await page.getByRole('button', { name: 'Leave it' }).click()
  await expect.element(page.getByRole('button', { name: 'Speed up' })).toBeVisible()
  expect(ask).not.toHaveBeenCalled()
})

test('behavior: a wallet that chooses its own nonces is named as the place to do it', async () => {
  await renderScene(findScene('tracked-pending'))
  await expect.element(page.getByText(/open Harbor\. It manages the order of its transactions/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Speed up' })).not.toBeInTheDocument()
})

test('behavior: a transaction that was confirmed meanwhile cannot be sped up', async () => {
  const latchkey = await renderScene(findScene('tracked-slow'))
  await page.getByRole('button', { name: 'Speed up' }).click()
  latchkey.stores.transactions.setState({
    transactions: [{ ...trackedSend, status: { type: 'confirmed', hash: sentHash, block: 41n, final: false } }],
  })
  await expect.element(page.getByRole('heading', { name: 'Sent' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Speed up' })).not.toBeInTheDocument()
})

test.each(['tracked-uncertain', 'tracked-failed', 'tracked-canceled'])('behavior: %s can be dismissed', async (id) => {
  const latchkey = await renderScene(findScene(id))
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  expect(latchkey.transactions.getState().transactions).toEqual([])
})

test('behavior: shows the paid cost of a confirmed transaction, and the largest possible cost before', async () => {
  const cost = async () => {
    const rows = [...(await inModal('.view')).querySelectorAll('dt')]
    return rows
      .filter(({ textContent }) => textContent?.startsWith('Network cost'))
      .map((row) => row.parentElement?.textContent)
  }
  const id = trackedSend.id
  const shown = (transactions: readonly TrackedTransaction[]) =>
    renderScene({
      id: 'test',
      world: { ...findScene('account-under-way').world, transactions },
      history: [{ name: 'Transaction', data: { id } }],
    })
  const latchkey = await shown([trackedSend])
  await expect.poll(cost).toEqual([expect.stringMatching(/^Network cost, at most/)])
  latchkey.stores.transactions.setState((state) => ({
    ...state,
    transactions: [
      {
        ...trackedSend,
        status: { type: 'confirmed', hash: sentHash, block: 41n, final: false, fee: 31_000_000_000_000n },
      },
    ],
  }))
  await expect.poll(cost).toEqual(['Network cost0.000031 ETH'])
  expect((await inModal('.view')).textContent).toContain('Transaction number')
})
