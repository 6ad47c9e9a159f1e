import { join } from 'node:path'
import { type Devnet, startDevnet } from '@latchkey/devnet'
import { recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { announceVirtualWallet } from '../announce/announceVirtualWallet.ts'
import { createVirtualWallet } from './createVirtualWallet.ts'
import type { VirtualWallet, VirtualWalletParameters } from './VirtualWallet.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ folder: join(process.cwd(), '.latchkey', 'test'), chains: [31337, 31338] })
}, 120_000)
afterAll(() => devnet?.stop())

function create(parameters: Partial<VirtualWalletParameters> = {}): VirtualWallet {
  const [first, ...others] = devnet.accounts
  if (!first) throw new Error('No accounts')
  return createVirtualWallet({
    accounts: [first, ...others],
    chains: Object.fromEntries(devnet.chains.map(({ id, rpcUrl, name }) => [id, { rpcUrl, name }])),
    ...parameters,
  })
}
const ask = (wallet: VirtualWallet, method: string, ...params: unknown[]) => wallet.provider.request({ method, params })
const addressOf = (wallet: VirtualWallet, index: number) => wallet.getState().accounts[index]?.address ?? '0x'

describe('accounts', () => {
  test('default', async () => {
    const wallet = create()
    expect(await ask(wallet, 'eth_accounts')).toStrictEqual([])
    expect(await ask(wallet, 'eth_requestAccounts')).toStrictEqual([addressOf(wallet, 0)])
    expect(await ask(wallet, 'eth_accounts')).toStrictEqual([addressOf(wallet, 0)])
    expect(addressOf(wallet, 0)).toBe(devnet.accounts[0]?.address)
    expect(await ask(wallet, 'wallet_getPermissions')).toMatchObject([{ parentCapability: 'eth_accounts' }])
    expect(await ask(wallet, 'wallet_revokePermissions', { eth_accounts: {} })).toBeNull()
    expect(await ask(wallet, 'eth_accounts')).toStrictEqual([])
    expect(wallet.requests().map(({ method }) => method)).toContain('wallet_revokePermissions')
  })

  test('behavior: only a permitted site gets events', async () => {
    const wallet = create()
    const events: unknown[] = []
    for (const name of ['accountsChanged', 'chainChanged', 'disconnect'])
      wallet.provider.on(name, (value: unknown) => events.push([name, value instanceof Error ? 'error' : value]))
    wallet.setAccount(1)
    wallet.setChain(31338)
    expect(events).toStrictEqual([])
    await ask(wallet, 'eth_requestAccounts')
    wallet.setAccount(0)
    wallet.setChain(31337)
    wallet.lock()
    wallet.unlock()
    wallet.disappear()
    expect(events).toStrictEqual([
      ['accountsChanged', [addressOf(wallet, 1)]],
      ['accountsChanged', [addressOf(wallet, 0)]],
      ['chainChanged', '0x7a69'],
      ['accountsChanged', []],
      ['accountsChanged', [addressOf(wallet, 0)]],
      ['disconnect', 'error'],
    ])
    await expect(ask(wallet, 'eth_chainId')).rejects.toMatchObject({ code: 4900 })
  })

  test('behavior: permission, account and network survive a reload, but unreadable memory does not', async () => {
    const memory = new Map<string, string>()
    const storage = {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => void memory.set(key, value),
    }
    const before = create({ storage })
    await ask(before, 'eth_requestAccounts')
    before.setAccount(1)
    before.setChain(31338)
    const after = create({ storage })
    expect(await ask(after, 'eth_accounts')).toStrictEqual([addressOf(after, 1)])
    expect(await ask(after, 'eth_chainId')).toBe('0x7a6a')
    for (const key of memory.keys()) memory.set(key, '{')
    expect(await ask(create({ storage }), 'eth_accounts')).toStrictEqual([])
  })
})

describe('policies', () => {
  test('error: reject', async () => {
    const wallet = create({ policy: 'reject' })
    await expect(ask(wallet, 'eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
  })

  test.each(['ask', 'hang'] as const)('behavior: %s keeps a request until it is released', async (policy) => {
    const wallet = create({ policy })
    const connecting = ask(wallet, 'eth_requestAccounts')
    await wallet.waitForRequest({ method: 'eth_requestAccounts' })
    expect(wallet.getState().approvals).toMatchObject([{ method: 'eth_requestAccounts', chain: { name: 'Local One' } }])
    await wallet.approve()
    expect(await connecting).toStrictEqual([addressOf(wallet, 0)])
    const signing = ask(wallet, 'personal_sign', '0x68', addressOf(wallet, 0))
    await wallet.reject()
    await expect(signing).rejects.toMatchObject({ code: 4001 })
    expect(wallet.getState().approvals).toStrictEqual([])
  })

  test('error: a waiting request fails if the wallet disappears', async () => {
    const wallet = create({ policy: 'ask' })
    const connecting = ask(wallet, 'eth_requestAccounts')
    const refusal = expect(connecting).rejects.toMatchObject({ code: 4900 })
    await wallet.waitForRequest({ method: 'eth_requestAccounts' })
    wallet.disappear()
    await refusal
  })
})

describe('networks', () => {
  test('behavior: switches among its own networks, rejects others with 4902, and adds new ones', async () => {
    const wallet = create({ chains: { 31337: devnet.chains[0]?.rpcUrl ?? '' } })
    await expect(ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })).rejects.toMatchObject({ code: 4902 })
    const add = (chainId: string) =>
      ask(wallet, 'wallet_addEthereumChain', {
        chainId,
        chainName: 'Local Two',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [devnet.chains[1]?.rpcUrl],
      })
    await expect(add('0x1')).rejects.toMatchObject({ code: -32602 })
    expect(await add('0x7a6a')).toBeNull()
    expect(await ask(wallet, 'eth_chainId')).toBe('0x7a6a')
    expect(await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a69' })).toBeNull()
    expect(await ask(wallet, 'net_version')).toBe('31337')
    await expect(ask(wallet, 'wallet_switchEthereumChain', { chainId: 1 })).rejects.toMatchObject({ code: -32602 })
  })
})

describe('signing', () => {
  test('behavior: messages and typed data verify', async () => {
    const wallet = create()
    await ask(wallet, 'eth_requestAccounts')
    const address = addressOf(wallet, 0)
    const message = 'Hello from the site'
    const raw = `0x${Buffer.from(message).toString('hex')}`
    const signature = (await ask(wallet, 'personal_sign', raw, address)) as `0x${string}`
    expect(await recoverMessageAddress({ message, signature })).toBe(address)
    const typed = {
      domain: { name: 'Site', chainId: 31337 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      message: { text: 'hello' },
    } as const
    const typedSignature = (await ask(wallet, 'eth_signTypedData_v4', address, JSON.stringify(typed))) as `0x${string}`
    expect(await recoverTypedDataAddress({ ...typed, signature: typedSignature })).toBe(address)
    const foreign = JSON.stringify({ ...typed, domain: { ...typed.domain, chainId: 1 } })
    await expect(ask(wallet, 'eth_signTypedData_v4', address, foreign)).rejects.toMatchObject({ code: -32602 })
  })

  test('error: an account that the site does not see', async () => {
    const wallet = create()
    await ask(wallet, 'eth_requestAccounts')
    await expect(ask(wallet, 'personal_sign', '0x68', addressOf(wallet, 1))).rejects.toMatchObject({ code: 4100 })
    await expect(
      ask(wallet, 'eth_sendTransaction', { from: addressOf(wallet, 1), to: addressOf(wallet, 0) }),
    ).rejects.toMatchObject({ code: 4100 })
  })

  test('behavior: transactions are filled in, get consecutive nonces, and arrive', async () => {
    const wallet = create()
    await ask(wallet, 'eth_requestAccounts')
    const transaction = { from: addressOf(wallet, 0), to: addressOf(wallet, 1), value: '0x1' }
    const balance = async () => BigInt((await ask(wallet, 'eth_getBalance', addressOf(wallet, 1), 'latest')) as string)
    const before = await balance()
    const hashes = await Promise.all([1, 2, 3].map(() => ask(wallet, 'eth_sendTransaction', transaction)))
    const sent = await Promise.all(
      hashes.map((hash) => ask(wallet, 'eth_getTransactionByHash', hash) as Promise<{ nonce: string; type: string }>),
    )
    expect(new Set(sent.map(({ nonce }) => nonce)).size).toBe(3)
    const dynamic = { ...transaction, maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1', gas: '0x5208' }
    const hash = await ask(wallet, 'eth_sendTransaction', dynamic)
    expect(await ask(wallet, 'eth_getTransactionByHash', hash)).toMatchObject({ type: '0x2' })
    for (const each of [...hashes, hash])
      await expect.poll(() => ask(wallet, 'eth_getTransactionReceipt', each)).toMatchObject({ status: '0x1' })
    expect((await balance()) - before).toBe(4n)
  })

  test('error: a transaction that the node rejects, and one for another network', async () => {
    const wallet = create()
    await ask(wallet, 'eth_requestAccounts')
    const from = addressOf(wallet, 0)
    const tooMuch = { from, to: from, value: `0x${'f'.repeat(30)}`, gas: '0x5208', gasPrice: '0x77359400' }
    await expect(ask(wallet, 'eth_sendTransaction', tooMuch)).rejects.toMatchObject({
      message: expect.stringMatching(/insufficient/i),
    })
    await expect(ask(wallet, 'eth_sendTransaction', { from, to: from, chainId: '0x1' })).rejects.toMatchObject({
      code: -32602,
    })
    await expect(ask(wallet, 'eth_sendTransaction', { from, to: from, gas: 'much' })).rejects.toMatchObject({
      code: -32602,
    })
  })
})

test('behavior: reads go to the node, and unknown wallet methods go nowhere', async () => {
  const wallet = create()
  expect(Number(await ask(wallet, 'eth_blockNumber'))).toBeGreaterThan(0)
  await expect(ask(wallet, 'wallet_getSnaps')).rejects.toMatchObject({ code: 4200 })
  await expect(ask(wallet, 'eth_call', { to: '0x' })).rejects.toHaveProperty('code')
  const lost = create({ chains: { 31337: 'http://127.0.0.1:1' } })
  await expect(ask(lost, 'eth_blockNumber')).rejects.toMatchObject({ code: -32603 })
})

test('behavior: announced immediately and on request, until the wallet disappears', () => {
  const wallet = create()
  const target = new EventTarget()
  const seen: { info: { rdns: string } }[] = []
  target.addEventListener('eip6963:announceProvider', (event) => seen.push((event as CustomEvent).detail))
  const stop = announceVirtualWallet({ wallet, target })
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(seen).toHaveLength(2)
  expect(seen[0]).toMatchObject({
    info: { rdns: 'dev.latchkey.virtual', name: 'Virtual Wallet' },
    provider: wallet.provider,
  })
  expect(Object.isFrozen(seen[0])).toBe(true)
  expect(wallet.info.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  wallet.disappear()
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  stop()
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(seen).toHaveLength(2)
})

describe('batches', () => {
  const transfer = (amount: bigint) => ({
    to: devnet.tokens[0]?.address ?? '0x',
    data: `0xa9059cbb${(devnet.accounts[1]?.address ?? '0x').slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`,
  })
  const createBatching = async () => {
    const wallet = create({ batches: { delegate: devnet.contracts.simple7702Account } })
    await ask(wallet, 'eth_requestAccounts')
    return wallet
  }
  const statusOf = (wallet: VirtualWallet, id: string) =>
    vi.waitFor(async () => {
      const answer = (await ask(wallet, 'wallet_getCallsStatus', id)) as {
        status: number
        receipts?: { logs: unknown[]; status: string }[]
      }
      expect(answer.status).not.toBe(100)
      return answer
    })
  const batch = (calls: unknown[], extra: object = {}) => ({
    ...{ version: '2.0.0', chainId: '0x7a69', calls, atomicRequired: true, ...extra },
  })

  test('default: several calls are one real transaction, and the first one upgrades the account', async () => {
    const wallet = await createBatching()
    expect(await ask(wallet, 'wallet_getCapabilities', addressOf(wallet, 0), ['0x7a69'])).toStrictEqual({
      '0x7a69': { atomic: { status: 'ready' } },
    })
    for (const id of ['first', 'second']) {
      const from = addressOf(wallet, 0)
      expect(await ask(wallet, 'wallet_sendCalls', batch([transfer(1n), transfer(2n)], { from, id }))).toStrictEqual({
        id,
      })
      const { status, receipts } = await statusOf(wallet, id)
      expect([status, receipts?.length, receipts?.[0]?.logs.length]).toStrictEqual([200, 1, 2])
    }
    expect(String(await ask(wallet, 'eth_getCode', addressOf(wallet, 0), 'latest')).toLowerCase()).toBe(
      `0xef0100${devnet.contracts.simple7702Account.slice(2).toLowerCase()}`,
    )
  })

  test('behavior: all or nothing', async () => {
    const wallet = await createBatching()
    const from = addressOf(wallet, 0)
    const before = await ask(wallet, 'eth_call', balanceCall(), 'latest')
    await ask(wallet, 'wallet_sendCalls', batch([transfer(1n), transfer(1n << 200n)], { from, id: 'refused' }))
    expect((await statusOf(wallet, 'refused')).status).toBe(500)
    expect(await ask(wallet, 'eth_call', balanceCall(), 'latest')).toBe(before)
  })

  test('error: the cases of EIP-5792', async () => {
    const wallet = await createBatching()
    const from = addressOf(wallet, 0)
    await ask(wallet, 'wallet_sendCalls', batch([transfer(1n)], { from, id: 'once' }))
    await expect(ask(wallet, 'wallet_sendCalls', batch([transfer(1n)], { from, id: 'once' }))).rejects.toMatchObject({
      code: 5720,
    })
    await expect(
      ask(wallet, 'wallet_sendCalls', batch([transfer(1n)], { from, chainId: '0x1' })),
    ).rejects.toMatchObject({ code: 5710 })
    await expect(ask(wallet, 'wallet_getCallsStatus', 'unknown')).rejects.toMatchObject({ code: 5730 })
    await expect(ask(create(), 'wallet_sendCalls', batch([]))).rejects.toMatchObject({ code: 4200 })
  })

  function balanceCall() {
    const { address } = devnet.accounts[1] ?? { address: '0x' }
    return { to: devnet.tokens[0]?.address, data: `0x70a08231${address.slice(2).padStart(64, '0')}` }
  }
})
