import { smartAccountAddress } from '@latchkey/smart-account'
import { afterEach, describe, expect, test } from 'vitest'
import { createOperationTests, pay, sendCalls, signIn } from '../testing/createOperationTests.ts'

const { setup } = createOperationTests({ afterEach })

describe('accounts', () => {
  test('default', async () => {
    const world = setup()
    const host = world.open()
    const user = (await host.signIn()) as { address: `0x${string}` }
    const owner = user.address
    const account = smartAccountAddress({ address: owner })
    expect(user).toMatchObject({
      accounts: [
        { address: owner, type: 'eoa' },
        { address: account, type: 'smartAccount' },
      ],
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    })
    expect(await host.ask('getSmartAccountEnabledNetworks')).toStrictEqual({
      smartAccountEnabledNetworks: ['eip155:1'],
    })
    expect(await host.ask('initSmartAccount')).toStrictEqual({ address: account, isDeployed: false })
    expect(await host.ask('setPreferredAccount', { type: 'smartAccount' })).toStrictEqual({
      type: 'smartAccount',
      address: account,
    })
    expect(host.events).toContainEqual({ name: 'accountsChanged', accounts: [account] })
    expect(await host.ask('getUser')).toMatchObject({ address: account, preferredAccountType: 'smartAccount' })
    expect(await host.ask('rpc', { method: 'eth_accounts' })).toStrictEqual([account])
  })

  test('behavior: the choice is stored for each network and device, and outlives the page', async () => {
    const world = setup()
    const { host, owner, account } = await signIn(world)
    await host.ask('switchNetwork', { chainId: 'eip155:8453' })
    expect(await host.ask('getUser')).toMatchObject({ address: owner, accounts: [{ address: owner, type: 'eoa' }] })
    expect(host.events.at(-1)).toStrictEqual({ name: 'accountsChanged', accounts: [owner] })
    await host.ask('switchNetwork', { chainId: 'eip155:1' })
    expect(host.events.at(-1)).toStrictEqual({ name: 'accountsChanged', accounts: [account] })
    host.stop()
    const again = world.open()
    expect(await again.ask('getUser')).toMatchObject({ address: account, preferredAccountType: 'smartAccount' })
    const elsewhere = world.open({ device: (await import('../testing/createTestDevice.ts')).createTestDevice() })
    await elsewhere.ask('isConnected')
    expect(await world.device.store.get('accountChoices', owner)).toStrictEqual({ 'eip155:1': 'smartAccount' })
  })

  test('behavior: another tab follows the choice', async () => {
    const world = setup()
    const { host, account, owner } = await signIn(world, 'eoa')
    const other = world.open()
    expect(await other.ask('getUser')).toMatchObject({ address: owner })
    await host.ask('setPreferredAccount', { type: 'smartAccount' })
    const smart = smartAccountAddress({ address: account })
    await other.until(() =>
      other.events.some((event) => event.name === 'accountsChanged' && event.accounts[0] === smart),
    )
    expect(await other.ask('getUser')).toMatchObject({ address: smart })
  })

  test('behavior: if a node does not answer, the list omits whether the account is deployed', async () => {
    const world = setup()
    const { host } = await signIn(world)
    world.server.answerRpc(() => {
      throw { code: -32603, message: 'away' }
    })
    const user = await host.ask('getUser')
    expect(user).not.toHaveProperty('smartAccountDeployed')
    await expect(host.ask('initSmartAccount')).rejects.toMatchObject({ failure: { code: 'upstream_unavailable' } })
  })

  test('error: a network without smart accounts', async () => {
    const world = setup()
    world.server.settings.smartAccounts = []
    const host = world.open()
    await host.signIn()
    for (const [type, payload] of [
      ['initSmartAccount', {}],
      ['setPreferredAccount', { type: 'smartAccount' }],
    ] as const)
      await expect(host.ask(type, payload)).rejects.toMatchObject({ failure: { code: 'smart_account_unavailable' } })
    expect(await host.ask('setPreferredAccount', { type: 'eoa' })).toMatchObject({ type: 'eoa' })
    await expect(sendCalls(host, [pay])).rejects.toMatchObject({ failure: { rpcCode: 4200 } })
  })
})
