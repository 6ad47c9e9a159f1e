import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { describe, expect, test } from 'vitest'
import { readAccountState } from '../../fields/readAccountState.ts'
import { settle, until } from '../../testing/createTestEnvironment.ts'
import { type TestFrame, testUser } from '../../testing/createTestFrame.ts'
import { providerOf, signedInKit } from '../../testing/createWalletKit.ts'

const smart = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const withSmart = 'eip155:31337'
const withoutSmart = 'eip155:31338'

/** A frame whose wallet has a smart account on one of two networks, and stores the preferred account. */
function giveSmartAccount(frame: TestFrame) {
  const wallet = { chainId: withSmart, preferred: 'eoa', isDeployed: false }
  frame.answers.getUser = ({ payload }) => {
    wallet.chainId = String(payload.chainId ?? wallet.chainId)
    const hasSmart = wallet.chainId === withSmart
    const isUsed = hasSmart && wallet.preferred === 'smartAccount'
    return {
      ...testUser,
      address: isUsed ? smart : testUser.address,
      chainId: wallet.chainId,
      accounts: [...testUser.accounts, ...(hasSmart ? [{ address: smart, type: 'smartAccount' }] : [])],
      preferredAccountType: wallet.preferred,
      ...(hasSmart ? { smartAccountDeployed: wallet.isDeployed } : {}),
    }
  }
  frame.answers.switchNetwork = ({ payload }) => {
    wallet.chainId = String(payload.chainId)
    return { chainId: wallet.chainId }
  }
  frame.answers.getSmartAccountEnabledNetworks = () => ({ smartAccountEnabledNetworks: [withSmart] })
  frame.answers.initSmartAccount = ({ payload }) => {
    if (payload.chainId !== withSmart) throw new ServiceError('smart_account_unavailable')
    return { address: smart, isDeployed: wallet.isDeployed }
  }
  frame.answers.setPreferredAccount = ({ payload }) => {
    wallet.preferred = String(payload.type)
    return { type: payload.type, address: payload.type === 'smartAccount' ? smart : testUser.address }
  }
  return wallet
}

async function smartKit() {
  const kit = await signedInKit()
  const wallet = giveSmartAccount(kit.frame)
  const { latchkey } = kit
  const account = () => {
    const state = latchkey.connection.getState()
    return state.status === 'connected' ? state.account : undefined
  }
  /** Each shown account, with its network. */
  const shown: string[] = []
  latchkey.connection.subscribe(() => shown.push(`${account()?.address} ${account()?.chainId}`))
  return { ...kit, wallet, account, shown }
}

const switchTo = (kit: Parameters<typeof providerOf>[0], chainId: string) =>
  providerOf(kit).request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })

describe('account types', () => {
  test('behavior: the choice goes to the wallet, and the account in use is the one that it returns (spec 3.6, 3.9 and 4.4)', async () => {
    const { latchkey, frame, account } = await smartKit()
    const before = frame.types().length
    await latchkey.connection.setPreferredAccountType({ type: 'smartAccount' })
    expect(frame.types().slice(before)).toStrictEqual(['initSmartAccount', 'setPreferredAccount', 'getUser'])
    expect(account()).toMatchObject({
      address: smart,
      type: 'smartAccount',
      caipAddress: `${withSmart}:${smart}`,
      preferredAccountType: 'smartAccount',
      smartAccountDeployed: false,
      allAccounts: [
        { address: smart, type: 'smartAccount' },
        { address: testUser.address, type: 'eoa' },
      ],
    })
    expect(readAccountState(latchkey)).toMatchObject({
      user: latchkey.email.getState().user,
      preferredAccountTypes: { eip155: 'smartAccount' },
    })
    expect(latchkey.email.getState().user).toBeDefined()
    const provider = latchkey.connection.getProvider()
    await expect(provider?.request({ method: 'eth_accounts' })).resolves.toStrictEqual([smart])
    await latchkey.connection.setPreferredAccountType({ type: 'eoa' })
    expect(account()).toMatchObject({ address: testUser.address, type: 'eoa', preferredAccountType: 'eoa' })
  })

  test('behavior: a network without smart accounts uses the plain one, and the choice applies again afterwards', async () => {
    const kit = await smartKit()
    const { latchkey, account, shown } = kit
    await latchkey.connection.setPreferredAccountType({ type: 'smartAccount' })
    shown.length = 0
    await switchTo(kit, '0x7a6a')
    expect(account()).toMatchObject({
      address: testUser.address,
      type: 'eoa',
      chainId: withoutSmart,
      preferredAccountType: 'smartAccount',
    })
    expect(account()?.allAccounts).toHaveLength(1)
    expect(account()).not.toHaveProperty('smartAccountDeployed')
    await switchTo(kit, '0x7a69')
    expect(account()).toMatchObject({ address: smart, type: 'smartAccount', chainId: withSmart })
    // An account is never combined with a network on which it does not exist.
    expect(new Set(shown)).toStrictEqual(new Set([`${testUser.address} ${withoutSmart}`, `${smart} ${withSmart}`]))
  })

  test('behavior: after a network change in another tab, the account is read again', async () => {
    const { latchkey, frame, wallet, account } = await smartKit()
    await latchkey.connection.setPreferredAccountType({ type: 'smartAccount' })
    wallet.chainId = withoutSmart
    frame.say({ name: 'chainChanged', chainId: withoutSmart })
    await until(() => account()?.chainId === withoutSmart)
    expect(account()).toMatchObject({ address: testUser.address, type: 'eoa' })
    wallet.preferred = 'eoa'
    wallet.chainId = withSmart
    frame.say({ name: 'chainChanged', chainId: withSmart })
    frame.say({ name: 'accountsChanged', accounts: [testUser.address] })
    await until(() => account()?.chainId === withSmart)
    expect(account()).toMatchObject({ address: testUser.address, type: 'eoa', preferredAccountType: 'eoa' })
  })

  test('behavior: a choice by address goes to the wallet', async () => {
    const { latchkey, frame, account } = await smartKit()
    await latchkey.connection.setPreferredAccountType({ type: 'eoa' })
    latchkey.connection.selectAddress({ address: smart })
    await until(() => account()?.address === smart)
    expect(frame.types()).toContain('setPreferredAccount')
  })

  test('behavior: lists the networks with smart accounts, as reported by the wallet', async () => {
    const { latchkey } = await smartKit()
    await expect(latchkey.connection.listSmartNetworks()).resolves.toStrictEqual([withSmart])
    await latchkey.connection.disconnect()
    await expect(latchkey.connection.listSmartNetworks()).rejects.toMatchObject({ code: 'no_active_account' })
  })

  test.each([
    ['wallet_getCallsStatus', { status: 100 }, { status: 200 }],
    ['wallet_grantPermissions', undefined, { pci: 'x' }],
    ['eth_sendTransaction', undefined, `0x${'11'.repeat(32)}`],
  ])('behavior: %s updates whether the account is deployed', async (method, open, done) => {
    const { latchkey, frame, wallet, account, ...kit } = await smartKit()
    await latchkey.connection.setPreferredAccountType({ type: 'smartAccount' })
    const provider = providerOf({ latchkey, ...kit })
    if (open) {
      frame.answers.rpc = () => open
      await provider.request({ method, params: [] })
      expect(account()?.smartAccountDeployed).toBe(false)
    }
    wallet.isDeployed = true
    frame.answers.rpc = () => done
    await provider.request({ method, params: [] })
    expect(account()?.smartAccountDeployed).toBe(true)
    const asked = frame.types().length
    await provider.request({ method, params: [] })
    // The result is known now, so no further request follows.
    expect(frame.types().slice(asked)).toStrictEqual(['rpc'])
  })

  test('behavior: the wallet revokes permissions, and signing out revokes accounts', async () => {
    const { latchkey, frame, ...kit } = await smartKit()
    const provider = providerOf({ latchkey, ...kit })
    frame.answers.rpc = () => '0xsigned'
    const method = 'wallet_revokePermissions'
    const granted = [{ pci: 'x', address: smart, chainId: '0x7a69', context: '0x' }]
    await expect(provider.request({ method, params: granted })).resolves.toBe('0xsigned')
    expect(latchkey.connection.getState().status).toBe('connected')
    await expect(provider.request({ method, params: [{ eth_accounts: {} }] })).resolves.toBeNull()
    await until(() => latchkey.connection.getState().status === 'disconnected')
  })

  test('error: a network without smart accounts refuses, and nothing changes', async () => {
    const kit = await smartKit()
    await switchTo(kit, '0x7a6a')
    const { latchkey, account, wallet } = kit
    await expect(latchkey.connection.setPreferredAccountType({ type: 'smartAccount' })).rejects.toMatchObject({
      code: 'smart_account_unavailable',
    })
    expect([account()?.type, wallet.preferred]).toStrictEqual(['eoa', 'eoa'])
  })

  test('error: the wallet uses another account than requested', async () => {
    const { latchkey, frame, account } = await smartKit()
    frame.answers.setPreferredAccount = ({ payload }) => ({ type: payload.type, address: smart })
    await expect(latchkey.connection.setPreferredAccountType({ type: 'smartAccount' })).rejects.toMatchObject({
      code: 'frame_error',
    })
    expect(account()?.address).toBe(testUser.address)
  })

  test('error: the network changed, and its account could not be read', async () => {
    const kit = await smartKit()
    kit.frame.answers.getUser = () => {
      throw new LatchkeyError('network_request_failed')
    }
    await switchTo(kit, '0x7a6a')
    await settle()
    expect(kit.account()).toMatchObject({ address: testUser.address, chainId: withoutSmart })
  })
})
