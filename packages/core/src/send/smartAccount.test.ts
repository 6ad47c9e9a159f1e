import { expect, onTestFinished, test } from 'vitest'
import type { Connector } from '../connectors/Connector.ts'
import { createTestEnvironment } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { nativeRow, rowOf, sendOnDevnet } from '../testing/sendOnDevnet.ts'

const { account, rpc, tokenOf, setUp } = sendOnDevnet()

/** A kit whose wallet says that its account is of this type. */
async function kitOf(type: 'eoa' | 'smartAccount') {
  const { environment: outer, latchkey: first, wallet } = await setUp()
  onTestFinished(() => first.destroy())
  const connector: Connector = {
    info: { id: 'walletConnect', namespace: 'eip155', name: 'Own', icon: null, rdns: null, type: 'walletConnect' },
    connect: async () => ({
      accounts: [{ namespace: 'eip155', address: account(0).address, type }],
      chainId: 'eip155:31337',
    }),
    disconnect: async () => {},
    getProvider: () => wallet.provider,
    subscribe: () => () => {},
  }
  const client = { connector, pair: () => Promise.reject(new Error('Not here')) }
  const latchkey = createTestKit({
    environment: createTestEnvironment({ fetch: outer.fetch }),
    config: { networks: first.config.networks, connectors: { walletConnect: async () => client } },
  })
  onTestFinished(() => latchkey.destroy())
  await latchkey.connection.connect({ connectorId: 'walletConnect' })
  return latchkey.send
}

test.each([
  ['eoa', { status: 'editing', issues: [{ code: 'insufficient_gas' }] }],
  ['smartAccount', { status: 'preview', issues: [] }],
] as const)('behavior: without native coin, of type %s', async (type, expected) => {
  await rpc('anvil_setBalance', [account(0).address, '0x0'])
  const send = await kitOf(type)
  send.edit({ token: rowOf(tokenOf('usd')), sendTokenAmount: '1', receiverAddress: account(1).address })
  await send.prepare()
  expect(send.getState()).toMatchObject(expected)
})

test('behavior: a smart account can send all that it has', async () => {
  await rpc('anvil_setBalance', [account(0).address, '0xde0b6b3a7640000'])
  const send = await kitOf('smartAccount')
  send.edit({ token: nativeRow, receiverAddress: account(1).address })
  const max = await send.max()
  expect(max).toBe('1')
  send.edit({ sendTokenAmount: max })
  await send.prepare()
  expect(send.getState()).toMatchObject({ status: 'preview', preview: { remainingText: '0' } })
})
