import { ServiceError } from '@latchkey/protocol/errors'
import { pino } from 'pino'
import { hashMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../testing/startFakeUpstream.ts'
import { createFarcasterRegistry } from './createFarcasterRegistry.ts'
import type { FarcasterRegistry } from './FarcasterRegistry.ts'
import { type FarcasterChain, startFarcasterChain } from './testing/startFarcasterChain.ts'
import { keyOf } from './testing/writeSignIn.ts'

const log = pino({ level: 'silent' })
const [owner, heir, phone, app] = [keyOf(11), keyOf(12), keyOf(13), keyOf(14)]

let chain: FarcasterChain
let registry: FarcasterRegistry

beforeAll(async () => {
  chain = await startFarcasterChain()
  const { url: rpcUrl, idRegistry, keyRegistry } = chain
  registry = createFarcasterRegistry({ config: { rpcUrl, idRegistry, keyRegistry }, log })
})
afterAll(() => chain?.stop())

test('fidOf: the account of an address, which can be transferred', async () => {
  expect(await registry.fidOf(owner.address)).toBe(0n)
  const fid = await chain.register(owner)
  expect(await registry.fidOf(owner.address)).toBe(fid)
  await chain.transfer(owner, heir.address)
  expect(await registry.fidOf(owner.address)).toBe(0n)
  expect(await registry.fidOf(heir.address)).toBe(fid)
})

test('isAuthAddress: an address that the owner registered, until it is removed', async () => {
  const holder = keyOf(15)
  const fid = await chain.register(holder)
  const look = (address: `0x${string}`) => registry.isAuthAddress({ fid, address })
  expect(await look(phone.address)).toBe(false)
  await chain.addKey(holder, phone.address)
  expect(await look(phone.address)).toBe(true)
  expect(await registry.isAuthAddress({ fid: fid + 1n, address: phone.address })).toBe(false)
  await chain.removeKey(holder, phone.address)
  expect(await look(phone.address)).toBe(false)
  // Another type: a key with which an app writes.
  await chain.addKey(holder, app.address, 1)
  expect(await look(app.address)).toBe(false)
})

describe('isContractSignature', () => {
  const address = '0x00000000000000000000000000000000005160ed'
  const ask = (account: `0x${string}` = address) =>
    registry.isContractSignature({ address: account, hash: hashMessage('hello'), signature: '0x1234' })
  const answer = (code: string) => chain.request('anvil_setCode', [address, code])

  test('default: the contract accepts the signature', async () => {
    await answer('0x631626ba7e60e01b60005260206000f3')
    expect(await ask()).toBe(true)
  })

  test('error: it returns anything else, reverts, or does not exist', async () => {
    // The value at the other end of the word, a one, more than a word, a revert, a revert that names a URL.
    for (const code of [
      '0x631626ba7e60005260206000f3',
      '0x600160005260206000f3',
      '0x631626ba7e60e01b60005260406000f3',
      '0x60006000fd',
      '0x63556f183060e01b60005260206000fd',
    ]) {
      await answer(code)
      expect(await ask(), code).toBe(false)
    }
    expect(await ask(keyOf(99).address)).toBe(false)
  })
})

describe('error: social_provider_failed', () => {
  const read = async (rpcUrl: string, idRegistry = chain.idRegistry) => {
    const reader = createFarcasterRegistry({ config: { rpcUrl, idRegistry, keyRegistry: chain.keyRegistry }, log })
    return reader.fidOf(owner.address).then(
      () => 'an answer',
      (error) => (error instanceof ServiceError ? `${error.code}: ${error.details}` : String(error)),
    )
  }
  let node: FakeUpstream
  beforeAll(async () => {
    node = await startFakeUpstream(() => ({ error: { code: -32603, message: 'internal' } }))
  })
  afterAll(() => node?.stop())

  test('an unreachable node', async () => {
    expect(await read('http://127.0.0.1:9')).toBe('social_provider_failed: the chain: unreachable')
  })

  test('a failing node: two attempts', async () => {
    expect(await read(node.url)).toBe('social_provider_failed: the chain: error -32603')
    expect(node.methods).toEqual(['eth_call', 'eth_call'])
  })

  test('behavior: a node that fails once', async () => {
    let calls = 0
    node.behave(() => {
      calls += 1
      return calls === 1 ? { error: { code: -32603, message: 'internal' } } : { result: `0x${'0'.repeat(63)}7` }
    })
    expect(await read(node.url)).toBe('an answer')
  })

  test('a chain without the registry does not count as an unregistered account', async () => {
    const elsewhere = '0x00000000000000000000000000000000000000aa'
    // No contract, a contract that reverts, and one that returns a byte.
    for (const code of ['0x', '0x60006000fd', '0x600160005360016000f3']) {
      await chain.request('anvil_setCode', [elsewhere, code])
      expect(await read(chain.url, elsewhere)).toBe('social_provider_failed: the chain: the registry is missing')
    }
  })
})
