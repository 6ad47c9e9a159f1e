import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { balances, connected, dollar, ether, localTwo } from '../../../gallery/fixtures.ts'
import type { Scene } from '../../../gallery/scenes.ts'
import { findScene } from '../../../test/findScene.ts'
import { inModal } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

const emptyForm = { token: undefined, sendTokenAmount: '', receiverAddress: '', speed: 'standard' } as const
const form = { name: 'WalletSend', data: undefined } as const
const token = (symbol: string) => page.getByRole('button', { name: new RegExp(`^Token: ${symbol}`) })
const amount = () => page.getByRole('textbox', { name: 'Amount' })

/** A result in the state that the kit leaves: the form is empty. */
const resultOf = (id: string): Scene => {
  const { world } = findScene(id)
  const { send } = world
  if (send === undefined) throw new Error('Nothing was sent')
  return {
    id,
    world: { ...world, send: { ...send, form: emptyForm } },
    history: [{ name: 'WalletSendConfirmed', data: undefined }],
  }
}

describe('after a result was closed', () => {
  const ways = {
    'the cross': () => page.getByRole('button', { name: 'Close', exact: true }).click(),
    Escape: () => userEvent.keyboard('{Escape}'),
    'the backdrop': async () => {
      const dialog = await inModal('dialog')
      for (const type of ['mousedown', 'click'])
        dialog.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, clientX: 2, clientY: 2, detail: 1 }))
    },
    Done: () => page.getByRole('button', { name: 'Done' }).click(),
  }

  test.each(
    ['sent-pending', 'sent-confirmed', 'sent-final', 'sent-canceled', 'sent-uncertain', 'sent-failed'].flatMap((id) =>
      Object.keys(ways).map((way) => ({ id, way: way as keyof typeof ways })),
    ),
  )('behavior: $id, by $way, the next payment has its token', async ({ id, way }) => {
    const latchkey = await renderScene(resultOf(id))
    await ways[way]()
    if (way !== 'Done') await expect.poll(() => latchkey.modal.getState().open).toBe(false)
    void latchkey.modal.open({ view: 'WalletSend' })
    await expect.element(token('ETH')).toBeVisible()
    expect(latchkey.send.getState()).toMatchObject({ status: 'editing', form: { token: ether } })
  })
})

test('behavior: the native token is chosen, at any place in the list', async () => {
  const { send } = await renderScene({
    id: 'test',
    world: { connection: connected, balances: { ...balances, data: [dollar, ether] } },
    history: [form],
  })
  await expect.element(token('ETH')).toBeVisible()
  expect(send.getState().form.token).toEqual(ether)
})

test('behavior: balances that come late keep the typed amount', async () => {
  const { send, stores } = await renderScene({
    id: 'test',
    world: { connection: connected, balances: { ...balances, data: undefined, total: undefined } },
    history: [form],
  })
  await amount().fill('0.75')
  stores.balances.setState(balances)
  await expect.element(token('ETH')).toBeVisible()
  expect(send.getState().form.sendTokenAmount).toBe('0.75')
  await expect.element(amount()).toHaveValue('0.75')
})

test('behavior: a token of the previous network is removed with its amount', async () => {
  const elsewhere = { ...ether, chainId: localTwo.caipNetworkId }
  const { send } = await renderScene({
    id: 'test',
    world: {
      connection: connected,
      balances,
      send: {
        status: 'editing',
        receiver: { status: 'none' },
        issues: [],
        form: { ...emptyForm, token: elsewhere, sendTokenAmount: '3' },
      },
    },
    history: [form],
  })
  await expect.element(token('ETH')).toBeVisible()
  expect(send.getState().form).toMatchObject({ token: ether, sendTokenAmount: '' })
})
