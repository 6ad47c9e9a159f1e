import { beforeAll, describe, expect, test } from 'vitest'
import { checksumAddress } from '../chains/eip155/checksumAddress.ts'
import { settle } from '../testing/createTestEnvironment.ts'
import { nativeRow, rowOf, type SendSetting, sendOnDevnet } from '../testing/sendOnDevnet.ts'
import { nameDebounce } from './createReceiverSearch.ts'

const { account, rpc, tokenOf, setUp, pass, walletSends } = sendOnDevnet()

// Loading the lazy modules takes a while on a busy machine.
beforeAll(() => Promise.all([import('../names/createNamesEngine.ts'), import('./createSendEngine.ts')]))

/** Makes the server resolve names. @returns the names that were requested */
function nameServer({ server }: SendSetting, names: Record<string, string>) {
  const asked: string[] = []
  server.intercept = ({ url }) => {
    const [, name] = /\/v1\/profile\/account\/(.+)$/.exec(url.pathname) ?? []
    if (name === undefined) return undefined
    asked.push(name)
    const address = names[name]
    if (address === undefined) return Response.json([])
    const addresses = { 60: { address, created_at: null } }
    return Response.json({ name, registered_at: null, updated_at: null, attributes: {}, addresses })
  }
  return asked
}

describe('a name', () => {
  test('default: looked up after a pause in typing and again for the preview, and shown with the full address', async () => {
    const setting = await setUp()
    const { environment, latchkey, wallet } = setting
    const asked = nameServer(setting, { 'ada.eth': account(1).address, 'ad.eth': account(2).address })
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: 'ad.eth' })
    expect(latchkey.send.getState().form.receiverAddress).toBe('ad.eth')
    latchkey.send.edit({ receiverAddress: 'Ada.eth' })
    await pass(environment, () => latchkey.send.getState().receiver.status === 'resolved')
    expect(asked).toStrictEqual(['ada.eth'])
    expect(latchkey.send.getState().receiver).toStrictEqual({
      ...{ status: 'resolved', name: 'ada.eth', address: account(1).address, image: null },
    })
    await latchkey.send.prepare()
    expect(asked).toStrictEqual(['ada.eth', 'ada.eth'])
    expect(latchkey.send.getState()).toMatchObject({
      status: 'preview',
      preview: { receiver: account(1).address, receiverName: 'ada.eth', transaction: { to: account(1).address } },
    })
    await latchkey.send.confirm()
    await pass(environment, () => latchkey.send.getState().status === 'confirmed')
    expect(walletSends(wallet)[0]?.params[0]).toMatchObject({ to: account(1).address })
    expect(latchkey.transactions.getState().transactions).toMatchObject([
      { summary: { type: 'send', receiver: account(1).address, receiverName: 'ada.eth' } },
    ])
    // The receiver of a payment becomes a contact with that name.
    await settle()
    expect(await latchkey.contacts.list({ namespace: 'eip155' })).toMatchObject([
      { address: account(1).address, name: 'ada.eth', payments: 1 },
    ])
  })

  test('behavior: a late answer for an earlier text is dropped, and an address is not a name', async () => {
    const setting = await setUp()
    const { environment, latchkey } = setting
    const asked = nameServer(setting, { 'ada.eth': account(1).address })
    latchkey.send.edit({ token: nativeRow, receiverAddress: 'ada.eth' })
    await settle()
    await environment.advance(nameDebounce)
    latchkey.send.edit({ receiverAddress: account(2).address })
    await environment.idle()
    expect(asked).toHaveLength(1)
    expect(latchkey.send.getState().receiver).toStrictEqual({ status: 'none' })
  })

  test('error: an unknown name is reported at the field, and blocks the preview', async () => {
    const setting = await setUp()
    const { environment, latchkey } = setting
    nameServer(setting, {})
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: 'nobody.eth' })
    await pass(environment, () => latchkey.send.getState().receiver.status === 'failed')
    expect(latchkey.send.getState().receiver).toMatchObject({ name: 'nobody.eth', error: { code: 'name_not_found' } })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({
      status: 'editing',
      issues: [{ field: 'receiverAddress', code: 'name_not_found' }],
    })
  })

  test('behavior: the preview resolves the name again, and its result counts', async () => {
    const setting = await setUp()
    const { environment, latchkey } = setting
    nameServer(setting, { 'ada.eth': account(1).address })
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: 'ada.eth' })
    await pass(environment, () => latchkey.send.getState().receiver.status === 'resolved')
    nameServer(setting, { 'ada.eth': account(2).address })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({ preview: { receiver: account(2).address } })
    expect(latchkey.send.getState().receiver).toMatchObject({ address: account(2).address })
  })
})

describe('speed', () => {
  test('default: the prices of the server, with the cost of a payment', async () => {
    const { latchkey, server } = await setUp()
    server.intercept = ({ url }) =>
      url.pathname === '/v1/convert/gas-price'
        ? Response.json({ standard: '2000000000', fast: '3000000000', instant: '4000000000' })
        : undefined
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    expect(await latchkey.send.gasPrices()).toStrictEqual({
      standard: { gasPrice: 2_000_000_000n, costText: '0.000042', isMost: true },
      fast: { gasPrice: 3_000_000_000n, costText: '0.000063', isMost: true },
      instant: { gasPrice: 4_000_000_000n, costText: '0.000084', isMost: true },
    })
    latchkey.send.edit({ speed: 'instant' })
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({
      preview: { speed: 'instant', transaction: { gasPrice: 4_000_000_000n }, networkCostText: '0.000084' },
    })
  })

  test('behavior: without prices from the server, those of the node; an unknown cost is undefined', async () => {
    const { latchkey } = await setUp()
    const price = BigInt(await rpc<string>('eth_gasPrice'))
    const prices = await latchkey.send.gasPrices()
    expect(prices.standard).toStrictEqual({ gasPrice: price + (price + 7n) / 8n, costText: undefined, isMost: false })
    expect(prices.fast.gasPrice).toBeGreaterThan(prices.standard.gasPrice)
    expect(prices.instant.gasPrice).toBeGreaterThan(prices.fast.gasPrice)
    latchkey.send.edit({ token: rowOf(tokenOf('usd')) })
    expect(Number((await latchkey.send.gasPrices()).standard.costText)).toBeGreaterThan(0)
  })

  test.each([
    ['address', (address: string) => address],
    ['name', () => 'new.eth'],
  ])('behavior: the cost of the form is that of the review, for a first payment to an %s', async (_, write) => {
    const setting = await setUp()
    const { environment, latchkey } = setting
    const address = checksumAddress('0x140bbf461e33044e4193730d1511ea2894edb528')
    nameServer(setting, { 'new.eth': address })
    const costOf = async () => (await latchkey.send.gasPrices()).standard
    latchkey.send.edit({ token: rowOf(tokenOf('usd')), sendTokenAmount: '100' })
    expect(await costOf()).toMatchObject({ costText: expect.any(String), isMost: false })
    latchkey.send.edit({ receiverAddress: write(address) })
    await pass(environment, () => latchkey.send.getState().receiver.status !== 'resolving')
    const { costText, isMost } = await costOf()
    await latchkey.send.prepare()
    expect(latchkey.send.getState()).toMatchObject({ preview: { receiver: address, networkCostText: costText } })
    expect(isMost).toBe(true)
  })

  test('behavior: the cost of an amount that the account does not have is not called a limit', async () => {
    const { latchkey } = await setUp()
    const receiverAddress = account(1).address
    latchkey.send.edit({ token: rowOf(tokenOf('usd')), sendTokenAmount: '1000000000000', receiverAddress })
    const { standard } = await latchkey.send.gasPrices()
    expect(standard).toMatchObject({ costText: expect.any(String), isMost: false })
  })
})
