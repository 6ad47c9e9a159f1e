import { bitcoinNetworks, decodeBase58, solanaNetworks } from '@latchkey/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { createTestDevice } from '../testing/createTestDevice.ts'

const { setup: setupWorld } = createFrameTests({ afterEach })
const { localnet, localnetTwo } = solanaNetworks
const { mainnet, regtest, testnet } = bitcoinNetworks

function setup(families: string[] = [localnet, localnetTwo, mainnet, regtest, testnet]) {
  const world = setupWorld()
  world.server.settings.families = families
  return world
}

type User = { address: string; chainId: string; accounts: { address: string; type: string; path: string }[] }
type Host = ReturnType<ReturnType<typeof setup>['open']>
const userOn = (host: Host, chainId: string) => host.ask('getUser', { chainId }) as Promise<User>

describe('accounts', () => {
  test('default: each family has its own accounts, with others on each kind of Bitcoin network', async () => {
    const host = setup().open()
    const evm = (await host.signIn()) as User
    const solana = await userOn(host, localnet)
    expect(solana).toMatchObject({ chainId: localnet, email: 'visitor@mail.example' })
    expect(solana.accounts).toStrictEqual([
      {
        address: solana.address,
        type: 'eoa',
        publicKey: `0x${Buffer.from(decodeBase58(solana.address) ?? []).toString('hex')}`,
        path: "m/44'/501'/0'/0'",
      },
    ])
    const shown = async (chainId: string) =>
      (await userOn(host, chainId)).accounts.map(({ type, path, address }) => [type, path, address.slice(0, 5)])
    expect(await shown(mainnet)).toStrictEqual([
      ['payment', "m/84'/0'/0'/0/0", expect.stringMatching(/^bc1q/)],
      ['ordinal', "m/86'/0'/0'/0/0", expect.stringMatching(/^bc1p/)],
    ])
    for (const [chainId, prefix] of [
      [testnet, 'tb1'],
      [regtest, 'bcrt1'],
    ] as const)
      expect(await shown(chainId)).toStrictEqual([
        ['payment', "m/84'/1'/0'/0/0", expect.stringMatching(`^${prefix}`)],
        ['ordinal', "m/86'/1'/0'/0/0", expect.stringMatching(`^${prefix}`)],
      ])
    expect((await userOn(host, regtest)).address).toMatch(/^bcrt1q/)
    expect(await host.ask('rpc', { method: 'eth_accounts' })).toStrictEqual([evm.address])
    expect(await host.ask('getUser')).toMatchObject({ address: evm.address, chainId: 'eip155:1' })
  })

  test('behavior: the accounts are known while the wallet is locked', async () => {
    const world = setup()
    const host = world.open()
    await host.signIn()
    const { address } = await userOn(host, regtest)
    world.clock.advance(16 * 60_000)
    await host.until(() => host.events.some(({ name }) => name === 'locked'))
    expect(await userOn(host, regtest)).toMatchObject({ address })
    expect(await host.ask('rpc', { method: 'solana_getAccounts', params: {} })).toHaveLength(1)
  })

  test('behavior: an older wallet gets them at its next unlock', async () => {
    const world = setup()
    const first = world.open()
    await first.signIn()
    const { accounts } = await userOn(first, regtest)
    first.stop()
    const [record] = await world.device.store.all('wallets')
    if (!record) throw new Error('No record')
    await world.device.store.put('wallets', record.walletId, { ...record, accounts: record.accounts.slice(0, 4) })
    const again = world.open()
    expect((await userOn(again, regtest)).accounts).toStrictEqual(accounts)
    const [kept] = await world.device.store.all('wallets')
    expect(kept?.accounts).toHaveLength(8)
  })

  test('error: threat 94: addresses in the server’s list are not trusted', async () => {
    const world = setup()
    const host = world.open()
    await host.signIn()
    const { address } = await userOn(host, localnet)
    host.stop()
    for (const wallet of world.server.state.wallets)
      wallet.accounts = wallet.accounts.map((account) => ({ ...account, address: '11111111111111111111111111111111' }))
    expect((await userOn(world.open(), localnet)).address).toBe(address)
    // A device that never unlocked it lists none.
    const other = world.open({ device: createTestDevice() })
    await expect(userOn(other, localnet)).rejects.toMatchObject({ failure: { code: 'no_active_account' } })
  })

  test('error: a wallet without a recovery factor is hidden if the project requires one first', async () => {
    const world = setup()
    world.server.settings.recovery = 'at-creation'
    const host = world.open()
    const signingIn = host.signIn()
    signingIn.catch(() => {})
    await host.card('protect')
    await expect(userOn(host, localnet)).rejects.toMatchObject({ failure: { code: 'no_active_account' } })
    expect(await host.ask('rpc', { method: 'getAccountAddresses', chainId: regtest })).toStrictEqual([])
    await expect(host.ask('rpc', { method: 'solana_signMessage', params: { message: '2g' } })).rejects.toMatchObject({
      failure: { code: 'no_active_account', rpcCode: 4100 },
    })
  })

  test('error: logged out, and a network without accounts', async () => {
    const host = setup([localnet, 'bip122:12a765e31ffd4059bada1e25190f6e98']).open()
    await expect(userOn(host, localnet)).rejects.toMatchObject({ failure: { code: 'no_active_account' } })
    await host.signIn()
    await expect(userOn(host, localnetTwo)).rejects.toMatchObject({ failure: { code: 'unsupported_chain' } })
    // Configured and of Bitcoin's family, but its address format is unknown.
    await expect(userOn(host, 'bip122:12a765e31ffd4059bada1e25190f6e98')).rejects.toMatchObject({
      failure: { code: 'no_active_account' },
    })
  })
})

test('behavior: a project without an EVM network', async () => {
  const world = setup([regtest])
  world.server.settings.chains = []
  const host = world.open()
  const user = (await host.signIn()) as User
  expect(user).toMatchObject({ chainId: regtest, address: expect.stringMatching(/^bcrt1q/) })
  expect(await host.ask('getUser')).toStrictEqual(user)
  await expect(host.ask('rpc', { method: 'eth_accounts' })).rejects.toMatchObject({
    failure: { code: 'unsupported_chain' },
  })
  host.stop()
  const again = world.open()
  expect(await again.ask('isConnected')).toMatchObject({ isConnected: true })
  expect(await again.ask('getUser')).toStrictEqual(user)
})

describe('the network in use', () => {
  test('default: each family has its own', async () => {
    const host = setup().open()
    await host.signIn()
    const before = host.events.length
    expect(await host.ask('switchNetwork', { chainId: localnetTwo })).toStrictEqual({ chainId: localnetTwo })
    expect(await host.ask('switchNetwork', { chainId: regtest })).toStrictEqual({ chainId: regtest })
    expect(await host.ask('getChainId')).toStrictEqual({ chainId: 'eip155:1' })
    // Host events cover only the EVM network and account, which did not change.
    expect(host.events.slice(before)).toStrictEqual([])
    expect(await host.ask('switchNetwork', { chainId: 'eip155:8453' })).toStrictEqual({ chainId: 'eip155:8453' })
    expect(host.events.slice(before)).toStrictEqual([{ name: 'chainChanged', chainId: 'eip155:8453' }])
    const [payment] = (await host.ask('rpc', { method: 'getAccountAddresses' })) as { address: string }[]
    expect(payment?.address).toMatch(/^bcrt1q/)
  })

  test('behavior: the first read selects one, and later reads keep it', async () => {
    const host = setup().open()
    await host.signIn()
    const { address } = await userOn(host, localnetTwo)
    const isUsed = async (chainId: string, used: boolean) => {
      const asked = host.ask('rpc', { method: 'solana_signMessage', params: { message: '', pubkey: address }, chainId })
      // Other problems of the request are checked after the network.
      await expect(asked).rejects.toMatchObject({ failure: { code: used ? 'malformed_request' : 'chain_changed' } })
    }
    await isUsed(localnetTwo, true)
    expect(await userOn(host, localnet)).toMatchObject({ chainId: localnet, address })
    await isUsed(localnetTwo, true)
    await isUsed(localnet, false)
    await host.ask('switchNetwork', { chainId: localnet })
    await isUsed(localnet, true)
  })

  test('error: one that is not configured', async () => {
    const host = setup([localnet]).open()
    await host.signIn()
    for (const chainId of [localnetTwo, regtest])
      await expect(host.ask('switchNetwork', { chainId })).rejects.toMatchObject({
        failure: { code: 'unsupported_chain' },
      })
  })
})

describe('reading', () => {
  test('default', async () => {
    const host = setup().open()
    await host.signIn()
    const { address } = await userOn(host, localnet)
    const { accounts } = await userOn(host, regtest)
    const rpc = (method: string, params?: object, chainId?: string) =>
      host.ask('rpc', { method, ...(params && { params }), ...(chainId && { chainId }) })
    for (const method of ['solana_getAccounts', 'solana_requestAccounts'])
      expect(await rpc(method)).toStrictEqual([{ pubkey: address }])
    expect(await rpc('getAccountAddresses', {}, regtest)).toStrictEqual(
      accounts.map(({ type, publicKey, ...account }: User['accounts'][number] & { publicKey?: string }) => ({
        ...account,
        publicKey: publicKey?.slice(2),
        intention: type,
      })),
    )
    const [payment, ordinal] = accounts
    expect(
      await rpc('getAccountAddresses', { account: payment?.address, intentions: ['ordinal'] }, regtest),
    ).toMatchObject([{ address: ordinal?.address, intention: 'ordinal' }])
    await expect(rpc('getAccountAddresses', { account: address }, regtest)).rejects.toMatchObject({
      failure: { code: 'account_changed', rpcCode: 4100 },
    })
  })

  test('error: threat 92: methods of one family on a network of another', async () => {
    const host = setup().open()
    await host.signIn()
    for (const [method, chainId] of [
      ['solana_getAccounts', regtest],
      ['solana_signMessage', 'eip155:1'],
      ['signMessage', localnet],
      ['getAccountAddresses', 'eip155:1'],
      ['signPsbt', 'eip155:1'],
    ])
      await expect(host.ask('rpc', { method, params: {}, chainId })).rejects.toMatchObject({
        failure: { code: 'unsupported_chain', rpcCode: 4200 },
      })
    for (const method of ['personal_sign', 'eth_getBalance', 'wallet_getAssets'])
      await expect(host.ask('rpc', { method, params: [], chainId: localnet })).rejects.toMatchObject({
        failure: { code: 'unsupported_chain' },
      })
  })
})
