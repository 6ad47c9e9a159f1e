import type { Balance } from '@latchkey/protocol/api'
import { beforeAll, expect, test } from 'vitest'
import { connectedKit } from '../testing/connectedKit.ts'
import { createTestEnvironment, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { readAccountState } from './readAccountState.ts'

beforeAll(() =>
  Promise.all([
    import('../balances/createBalancesEngine.ts'),
    import('../names/createNamesEngine.ts'),
    import('../networks/createServedChains.ts'),
  ]),
)

const coin: Balance = {
  ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:31337', value: 5, price: 2.5, iconUrl: null },
  quantity: { decimals: '18', numeric: '2.000000000000000000' },
}

test('default: the fields of the specification, each after it was loaded (spec 3.6, 3.7, 3.8 and 3.9)', async () => {
  const { server, latchkey, environment, wallet } = await connectedKit()
  const address = wallet.getState().accounts[0]?.address ?? ''
  const bare = {
    status: 'connected',
    caipAddress: `eip155:31337:${address}`,
    address,
    user: undefined,
    socialProvider: undefined,
    preferredAccountTypes: {},
  }
  expect(readAccountState(latchkey)).toMatchObject({
    ...bare,
    ...{ balance: undefined, balanceSymbol: undefined, tokenBalance: undefined },
    ...{ profileName: undefined, profileImage: undefined },
  })
  expect(readAccountState(latchkey).allAccounts[0]).toMatchObject({ namespace: 'eip155', address, type: 'eoa' })
  expect(environment.requests).toHaveLength(0)

  server.balances = [coin]
  server.intercept = ({ url }) =>
    url.pathname === '/v1/identities'
      ? Response.json({
          identities: [
            { address, name: 'ada.eth', avatar: 'data:image/png;base64,AAAA', resolvedAt: '2026-11-20T00:00:00.000Z' },
          ],
        })
      : undefined
  await latchkey.balances.refresh()
  latchkey.names.identify({ address })
  await until(() => latchkey.names.getState().identities[address.toLowerCase()] !== undefined)
  expect(readAccountState(latchkey)).toMatchObject({
    ...bare,
    ...{ balance: '2.000000000000000000', balanceSymbol: 'ETH', tokenBalance: [coin] },
    ...{ profileName: 'ada.eth', profileImage: 'data:image/png;base64,AAAA' },
  })
})

test('behavior: without a connection, the fields are empty', () => {
  const latchkey = createTestKit({ environment: createTestEnvironment() })
  expect(readAccountState(latchkey)).toStrictEqual({
    status: 'disconnected',
    caipAddress: undefined,
    address: undefined,
    allAccounts: [],
    user: undefined,
    socialProvider: undefined,
    balance: undefined,
    balanceSymbol: undefined,
    tokenBalance: undefined,
    profileName: undefined,
    profileImage: undefined,
    preferredAccountTypes: {},
  })
})

test('behavior: the preferred type by family, of the selected connections (spec 3.9)', () => {
  const account = (namespace: 'eip155' | 'solana', preferredAccountType?: 'smartAccount') =>
    ({ active: true, account: { namespace, ...(preferredAccountType && { preferredAccountType }) } }) as never
  const { preferredAccountTypes } = readAccountState({
    connection: {
      getState: () => ({
        ...{ status: 'disconnected', asking: undefined, failure: undefined },
        connections: [account('eip155', 'smartAccount'), account('solana')],
      }),
    },
    email: { getState: () => ({}) as never },
    balances: { getState: () => ({ account: undefined }) as never },
    names: { getState: () => ({ identities: {}, zone: undefined, perAccount: undefined }) },
  })
  expect(preferredAccountTypes).toStrictEqual({ eip155: 'smartAccount' })
})
