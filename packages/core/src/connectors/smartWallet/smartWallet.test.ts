import { LatchkeyError } from '@latchkey/protocol'
import { errorCatalog } from '@latchkey/protocol/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConnectorEvent } from '../Connector.ts'
import { createProvider } from '../provider/createProvider.ts'
import { readCapabilities } from '../provider/readCapabilities.ts'
import { toRpcError } from '../provider/toRpcError.ts'
import { asksInWindow } from './asksInWindow.ts'
import { createSession } from './createSession.ts'
import type { SmartWalletSession } from './createSessionStore.ts'
import { decryptAnswer, readAccounts, readAnswer, readChainNumber } from './readAnswer.ts'
import { createSessionKeys, decryptJson, deriveSharedKey, encryptJson } from './sessionKeys.ts'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

async function makePair() {
  const [site, wallet] = await Promise.all([createSessionKeys(), createSessionKeys()])
  const key = await deriveSharedKey({ privateKey: wallet.privateKey, publicKey: site.publicKey })
  return { site, wallet, key }
}

test('default: both sides derive one key; the private one cannot be read', async () => {
  const { site, wallet, key } = await makePair()
  const encrypted = await encryptJson({ key, value: { hello: 'site' } })
  const mine = await deriveSharedKey({ privateKey: site.privateKey, publicKey: `0x${wallet.publicKey}` })
  expect(await decryptJson({ key: mine, encrypted })).toStrictEqual({ hello: 'site' })
  expect(site.publicKey).toMatch(/^3059301306072a8648ce3d020106082a8648ce3d030107034200[0-9a-f]{130}$/)
  expect([site.privateKey.extractable, mine.extractable]).toStrictEqual([false, false])
  await expect(deriveSharedKey({ privateKey: site.privateKey, publicKey: 'no key' })).rejects.toMatchObject({
    code: 'wallet_failed',
  })
})

test('behavior: an answer with one changed bit is refused', async () => {
  const { site, wallet, key } = await makePair()
  const keys = { privateKey: site.privateKey, walletKey: wallet.publicKey }
  const encrypted = await encryptJson({ key, value: { result: { value: '0x01' } } })
  const sender = wallet.publicKey
  const read = await decryptAnswer({ keys, answer: { sender, encrypted } })
  expect(read).toStrictEqual({ value: '0x01', news: {} })
  const bytes = new Uint8Array(encrypted.cipherText as ArrayBuffer)
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (index, bit) => {
      const changed = bytes.map((byte, at) => (at === index ? byte ^ (1 << bit) : byte))
      await expect(
        decryptAnswer({ keys, answer: { sender, encrypted: { iv: encrypted.iv, cipherText: changed } } }),
      ).rejects.toMatchObject({ code: 'response_invalid' })
    }),
    { numRuns: 50 },
  )
  for (const nothing of [undefined, null, 'text', {}, { iv: 1, cipherText: 2 }])
    await expect(decryptAnswer({ keys, answer: { sender, encrypted: nothing } })).rejects.toMatchObject({
      code: 'response_invalid',
    })
})

test('behavior: an answer contains the wallet’s chains and capabilities; an invalid one is refused', () => {
  const data = { chains: { 8453: 'https://a.example', 10: '', x: '', '-1': '' }, capabilities: { '0x1': {} } }
  expect(readAnswer({ result: { value: null }, data })).toStrictEqual({
    value: null,
    news: { chains: [10, 8453], capabilities: { '0x1': {} } },
  })
  const refusal = { code: 4001, message: 'No' }
  expect(() => readAnswer({ result: { error: refusal } })).toThrow(expect.toSatisfy((error) => error === refusal))
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(() => readAnswer(value)).toThrow(LatchkeyError)
    }),
  )
})

test('behavior: accounts are checksummed and unique; chains are read, never guessed', () => {
  expect(readAccounts([ada.toLowerCase(), ada, 'nobody'])).toStrictEqual([ada])
  for (const none of [[], undefined, ['0x']])
    expect(() => readAccounts(none)).toThrow(expect.objectContaining({ code: 'wallet_failed' }))
  expect(readChainNumber([{ chainId: '0x2105' }])).toBe(8453)
  for (const bad of [undefined, [], [{}], [{ chainId: 'base' }]])
    expect(() => readChainNumber(bad)).toThrow(expect.objectContaining({ code: 'malformed_request' }))
})

test('behavior: capabilities are read for all or for some chains, together with those for all chains', () => {
  const capabilities = { '0x0': { a: true }, '0x1': { b: true }, '0x2105': { c: true } }
  expect(readCapabilities({ capabilities })).toStrictEqual(capabilities)
  expect(readCapabilities({ capabilities, chainIds: ['0x02105'] })).toStrictEqual({
    '0x0': { a: true },
    '0x2105': { c: true },
  })
  expect(readCapabilities({ capabilities: undefined })).toStrictEqual({})
})

test('error: unreadable capabilities are reported', () => {
  for (const capabilities of ['text', null, [], { base: {} }, { '0x1': [] }, { '0x1': 'yes' }])
    expect(() => readCapabilities({ capabilities })).toThrow(
      expect.objectContaining({ code: 'capabilities_invalid', message: 'Error parsing wallet capabilities' }),
    )
  expect(() => readCapabilities({ capabilities: {}, chainIds: [1] })).toThrow(
    expect.objectContaining({ code: 'malformed_request' }),
  )
})

test('behavior: requests that need a decision go to the window, and read requests do not', () => {
  for (const method of [
    'eth_sendTransaction',
    'eth_signTransaction',
    'eth_signTypedData_v4',
    'personal_sign',
    'wallet_sendCalls',
    'wallet_addEthereumChain',
    'wallet_watchAsset',
    'wallet_grantPermissions',
    'wallet_sign',
  ])
    expect(asksInWindow(method), method).toBe(true)
  for (const method of [
    'eth_sendRawTransaction',
    'eth_sign',
    'eth_call',
    'eth_accounts',
    'wallet_switchEthereumChain',
    'wallet_getCapabilities',
    'personal_signature',
  ])
    expect(asksInWindow(method), method).toBe(false)
})

test('behavior: a connection emits its changes, and is kept without a database', async () => {
  const seen: [string, unknown][] = []
  const events: ConnectorEvent[] = []
  const { provider, emit, subscribe } = createProvider({ answer: async () => null })
  for (const name of ['connect', 'accountsChanged', 'chainChanged', 'disconnect'])
    provider.on?.(name, (value: unknown) => seen.push([name, value instanceof Error ? 'error' : value]))
  subscribe((event) => events.push(event))
  const session = createSession({ walletOrigin: 'https://wallet.example', emit })
  const keys = await createSessionKeys()
  const first: SmartWalletSession = {
    ...keys,
    walletKey: keys.publicKey,
    accounts: [ada],
    chainId: 1,
    chains: [],
    capabilities: undefined,
  }
  expect(await session.restore()).toBeUndefined()
  await session.keep(first)
  await session.keep({ ...first, chainId: 10 })
  await session.keep({ ...first, chainId: 10 })
  expect((await session.restore())?.chainId).toBe(10)
  await session.forget()
  await session.forget()
  expect([session.current(), await session.restore()]).toStrictEqual([undefined, undefined])
  expect(seen).toStrictEqual([
    ['connect', { chainId: '0x1' }],
    ['accountsChanged', [ada]],
    ['chainChanged', '0xa'],
    ['accountsChanged', []],
    ['disconnect', 'error'],
  ])
  expect(events).toStrictEqual([{ type: 'chainChanged', chainId: 'eip155:10' }, { type: 'disconnected' }])
})

test('behavior: errors have an EIP-1193 code, and our own sentence or the wallet’s', async () => {
  expect(toRpcError(new LatchkeyError('wallet_busy'))).toMatchObject({
    code: -32002,
    message: errorCatalog.wallet_busy.message,
  })
  expect(toRpcError({ code: 4001, message: 'No', data: { a: 1 } })).toMatchObject({
    name: 'ProviderRpcError',
    code: 4001,
    message: 'No',
    data: { a: 1 },
  })
  expect(toRpcError(undefined)).toMatchObject({ code: -32603, message: errorCatalog.wallet_failed.message })
  const { provider } = createProvider({ answer: () => Promise.reject(new LatchkeyError('user_rejected')) })
  await expect(provider.request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4001 })
})

test('behavior: a removed listener receives no events', () => {
  const heard: unknown[] = []
  const { provider, emit } = createProvider({ answer: async () => null })
  const listener = (value: unknown) => heard.push(value)
  provider.on?.('chainChanged', listener)
  emit('chainChanged', '0x1')
  provider.removeListener?.('chainChanged', listener)
  emit('chainChanged', '0x2')
  expect(heard).toStrictEqual(['0x1'])
})
