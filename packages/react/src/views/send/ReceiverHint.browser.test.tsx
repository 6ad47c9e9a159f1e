import type { ConnectionState } from '@latchkey/core'
import type { Balance } from '@latchkey/protocol/api'
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { FixtureWorld } from '../../../gallery/createFixtureLatchkey.ts'
import { balances, connected, dollar, ether, friend, localOne } from '../../../gallery/fixtures.ts'
import { bitcoin, families, harborSolana, solana } from '../../../gallery/severalWallets.ts'
import { findScene } from '../../../test/findScene.ts'
import { deepFocus } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

const solanaAddress = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const bitcoinAddress = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const receiver = () => page.getByRole('textbox', { name: 'To', exact: true })
const button = (name: string) => page.getByRole('button', { name })
const onSolana = findScene('account-solana').world
const sol = onSolana.balances?.data?.[0]
const both: ConnectionState =
  connected.status === 'connected'
    ? { ...connected, connections: [...connected.connections, { account: harborSolana, active: true }] }
    : connected

/** Renders the form on Local One, while another wallet has an account on Solana. */
async function open(world: FixtureWorld = {}) {
  const latchkey = await renderScene({
    id: 'test',
    world: {
      ...{
        config: { networks: families },
        networks: { networks: families, active: localOne },
        connection: both,
        balances,
      },
      ...world,
    },
    history: [{ name: 'WalletSend', data: undefined }],
  })
  const { networks, balances: rows } = latchkey.stores
  latchkey.networks.switchNetwork = vi.fn(async ({ chainId }) => {
    networks.setState((state) => ({ ...state, active: families.find((one) => one.caipNetworkId === chainId) }))
    if (onSolana.balances) rows.setState(onSolana.balances)
  })
  await expect.element(page.getByRole('button', { name: /^Token: ETH/ })).toBeVisible()
  return latchkey
}

/** Opens the form on Local One, with the fields of an unfinished payment on Solana. */
function renderUnfinished({ receiverAddress, asset }: { receiverAddress: string; asset?: string | undefined }) {
  return renderScene({
    id: 'test',
    world: {
      ...{ config: { networks: families }, networks: { networks: families, active: localOne } },
      ...{ connection: both, balances },
      send: {
        ...{ status: 'editing', receiver: { status: 'none' }, issues: [] },
        form: { token: sol, sendTokenAmount: '1', receiverAddress, speed: 'standard' },
      },
    },
    history: [{ name: 'WalletSend', data: asset === undefined ? undefined : { assetAddress: asset } }],
  })
}

describe('an address of another family', () => {
  test('behavior: recognizes it, and one tap opens its network and keeps the address', async () => {
    const latchkey = await open()
    await receiver().fill(solanaAddress)
    await expect.element(page.getByText('This is a Solana address.')).toBeVisible()
    await button(`Switch to ${solana.name}`).click()
    expect(latchkey.networks.switchNetwork).toHaveBeenCalledWith({ chainId: solana.caipNetworkId })
    await expect.element(page.getByText('This is a Solana address.')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: /^Token: SOL/ })).toBeVisible()
    expect(latchkey.send.getState().form).toMatchObject({ receiverAddress: solanaAddress, token: sol })
  })

  test('behavior: without an account there, explains the next step', async () => {
    await open()
    await receiver().fill(bitcoinAddress)
    await expect.element(page.getByText('This is a Bitcoin address.')).toBeVisible()
    await expect
      .element(page.getByText(`To pay it, connect a wallet that has an account on ${bitcoin.name}.`))
      .toBeVisible()
    await expect.element(button(`Switch to ${bitcoin.name}`)).not.toBeInTheDocument()
  })

  test('behavior: a connected wallet with an account there is asked for it at once', async () => {
    const latchkey = await open()
    const connector = (namespace: 'eip155' | 'bip122') => ({
      ...harborSolana.connector,
      id: `${namespace}:Harbor`,
      namespace,
    })
    latchkey.wallets.findByConnector = () => ({
      ...{ id: 'Harbor', name: 'Harbor', icon: null, rdns: null, listing: undefined, recent: false },
      connectors: [connector('eip155'), connector('bip122')],
    })
    const connect = vi.fn(async () => harborSolana)
    latchkey.connection.connect = connect
    await receiver().fill(bitcoinAddress)
    await expect.element(page.getByText('This is a Bitcoin address.')).toBeVisible()
    await expect.element(page.getByText(/connect a wallet/)).not.toBeInTheDocument()
    await button(`Switch to ${bitcoin.name}`).click()
    expect(connect).toHaveBeenCalledWith({ connectorId: 'bip122:Harbor' })
    expect(latchkey.send.getState().form.receiverAddress).toBe(bitcoinAddress)
  })

  test('behavior: if another wallet is needed, one tap opens the choice, which then leads to the network', async () => {
    const latchkey = await open()
    await receiver().fill(bitcoinAddress)
    await button('Connect a wallet').click()
    expect(latchkey.modal.getState().history.slice(-2)).toMatchObject([
      { name: 'SwitchNetwork', data: { chainId: bitcoin.caipNetworkId } },
      { name: 'Connect', data: { namespace: 'bip122' } },
    ])
  })

  test('behavior: the button asks to check a receiver of another network, and leads to the field', async () => {
    const latchkey = await open()
    latchkey.send.edit({ sendTokenAmount: '0.1' })
    await receiver().fill(bitcoinAddress)
    await expect.element(button('Review')).not.toBeInTheDocument()
    await button('Check the receiver').click()
    await expect.poll(() => deepFocus()).toBe(receiver().element())
  })

  test.each([
    { left: 'an address', receiverAddress: solanaAddress, token: ether },
    { left: 'a payment link', receiverAddress: `solana:${solanaAddress}`, token: ether },
    { left: 'an address, and a token is asked for,', receiverAddress: solanaAddress, token: dollar },
  ])('behavior: $left from an unfinished payment on another network leaves', async ({ receiverAddress, token }) => {
    const latchkey = await renderUnfinished({ receiverAddress, asset: token === dollar ? token.address : undefined })
    await expect.element(button(`Token: ${token.symbol}`)).toBeVisible()
    await expect.element(receiver()).toHaveValue('')
    await expect.element(page.getByText('This is a Solana address.')).not.toBeInTheDocument()
    expect(latchkey.send.getState().form).toMatchObject({ token, sendTokenAmount: '', receiverAddress: '' })
  })

  test('behavior: a receiver that the active network can pay stays', async () => {
    await renderUnfinished({ receiverAddress: friend })
    await expect.element(button('Token: ETH')).toBeVisible()
    await expect.element(receiver()).toHaveValue(friend)
  })

  test('behavior: a site without such a network says so', async () => {
    await open({ config: {}, networks: { networks: [localOne], active: localOne } })
    await receiver().fill(bitcoinAddress)
    await expect.element(page.getByText('This site does not support its network.')).toBeVisible()
  })
})

describe('a payment link', () => {
  test('behavior: ethereum: fills receiver, token and amount', async () => {
    const { send } = await open()
    await receiver().fill(`ethereum:${friend}@31337?value=1.5e18`)
    await expect.element(receiver()).toHaveValue(friend)
    expect(send.getState().form).toMatchObject({ receiverAddress: friend, token: ether, sendTokenAmount: '1.5' })
    await expect.element(page.getByText('Filled in from the payment link.')).toBeVisible()
    await receiver().fill(`ethereum:${dollar.address?.split(':').at(-1)}/transfer?address=${friend}&uint256=2500000`)
    await expect.element(page.getByRole('button', { name: /^Token: USDX/ })).toBeVisible()
    expect(send.getState().form).toMatchObject({ receiverAddress: friend, token: dollar, sendTokenAmount: '2.5' })
  })

  test.each(['?amount=5', ''])(
    'threat 197: solana:…%s without any of the native token fills nothing, and removes the token chosen before',
    async (amount) => {
      const dollars: Balance = {
        ...dollar,
        chainId: solana.caipNetworkId,
        address: `${solana.caipNetworkId}:${solanaAddress}`,
      }
      const { send, stores } = await open()
      stores.networks.setState((state) => ({ ...state, active: solana }))
      stores.balances.setState((state) => ({ ...state, data: [dollars], otherAssets: [] }))
      send.edit({ token: dollars })
      const link = `solana:${solanaAddress}${amount}`
      await receiver().fill(link)
      await expect.element(page.getByText('You do not have the token')).toBeVisible()
      expect(send.getState().form).toMatchObject({ token: dollars, sendTokenAmount: '', receiverAddress: link })
    },
  )

  test('threat 197: one for another network waits for the switch, and fills nothing before', async () => {
    const { send } = await open()
    await receiver().fill(`solana:${solanaAddress}?amount=0.25&label=Shop`)
    await expect.element(page.getByText(`This payment link is for ${solana.name}.`)).toBeVisible()
    expect(send.getState().form).toMatchObject({ token: ether, sendTokenAmount: '' })
    await button(`Switch to ${solana.name}`).click()
    await expect.element(receiver()).toHaveValue(solanaAddress)
    expect(send.getState().form).toMatchObject({ token: sol, sendTokenAmount: '0.25', receiverAddress: solanaAddress })
  })

  test.each([
    ['solana:https://shop.example/pay', 'This link lets a website decide what you sign.'],
    [`bitcoin:${bitcoinAddress}?req-proof=1`, 'This link asks for “req-proof”, which cannot be done here.'],
    ['ethereum:0x12', 'This payment link is damaged.'],
    [`ethereum:${friend}@999`, 'This payment link is for eip155:999.'],
    [`ethereum:0x${'ab'.repeat(20)}/transfer?address=${friend}&uint256=1`, 'You do not have the token'],
  ])('threat 197: %s is not followed: “%s”', async (link, sentence) => {
    const { send } = await open()
    await receiver().fill(link)
    await expect.element(page.getByText(sentence)).toBeVisible()
    expect(send.getState().form).toMatchObject({ token: ether, sendTokenAmount: '', receiverAddress: link })
  })
})
