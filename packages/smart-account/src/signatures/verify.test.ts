import { latchkeyAccountAbi } from '@latchkey/contracts'
import fc from 'fast-check'
import {
  BaseError,
  ContractFunctionRevertedError,
  concat,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  hashMessage,
  hashTypedData,
  size,
  slice,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountOwner } from '../account/AccountOwner.ts'
import { createAccountCall } from '../account/createAccountCall.ts'
import { smartAccountAddress } from '../account/smartAccountAddress.ts'
import { createTestPasskey } from '../testing/createTestPasskey.ts'
import { type AccountWorld, startAccountWorld } from '../testing/startAccountWorld.ts'
import { personalSignDigest } from './personalSignDigest.ts'
import { type AccountTypedData, typedDataDigest, wrapTypedDataSignature } from './typedData.ts'
import { unwrapUndeployed, wrapUndeployed } from './undeployed.ts'

const owner = privateKeyToAccount(`0x${'d1'.repeat(32)}`)
const passkey = createTestPasskey('laptop')
const chainId = 31337
const message = 'wallet.example wants you to sign in'
const valid = '0x1626ba7e'
const invalid = '0xffffffff'
const wrapper = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
const magic = `0x${'6492'.repeat(16)}` as const

const order: AccountTypedData = {
  domain: { name: 'Shop', version: '2', chainId, verifyingContract: '0x00000000000000000000000000000000000000dd' },
  types: {
    Order: [
      { name: 'item', type: 'string' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Order',
  message: { item: 'key', amount: 3n },
}
/** The primary type is not the first by name, so it needs the explicit form of ERC-7739. */
const basket: AccountTypedData = {
  ...order,
  types: {
    Purchase: [
      { name: 'buyer', type: 'address' },
      { name: 'items', type: 'Item[]' },
      { name: 'to', type: 'Address' },
    ],
    Item: [{ name: 'name', type: 'string' }],
    Address: [{ name: 'street', type: 'string' }],
  },
  primaryType: 'Purchase',
  message: { buyer: owner.address, items: [{ name: 'lock' }, { name: 'key' }], to: { street: 'Mill Lane 1' } },
}

type Sign = (hash: Hex) => Promise<Hex> | Hex
const byOwner: Sign = (hash) => owner.sign({ hash })
const cases: [string, AccountOwner, Sign][] = [
  ['an ordinary account', { address: owner.address }, byOwner],
  ['a passkey', { passkey }, passkey.sign],
]

let world: AccountWorld
beforeAll(async () => {
  world = await startAccountWorld()
  for (const [, of, sign] of cases) {
    const sender = smartAccountAddress(of)
    await world.fund(sender)
    const operation = await world.operation({ sender, ...createAccountCall(of), calls: [{ to: owner.address }] })
    await world.send({ ...operation, signature: await sign(world.hash(operation)) })
  }
})
afterAll(() => world.stop())

async function signMessage(address: Hex, sign: Sign, on = chainId) {
  return sign(personalSignDigest({ account: { address, chainId: on }, message }))
}

async function signData(address: Hex, sign: Sign, typedData: AccountTypedData, on = chainId) {
  const signature = await sign(typedDataDigest({ account: { address, chainId: on }, typedData }))
  return wrapTypedDataSignature({ typedData, signature })
}

const asViem = (typedData: AccountTypedData) => typedData as Parameters<typeof hashTypedData>[0]

function ask(address: Hex, hash: Hex, signature: Hex): Promise<Hex> {
  return world.client.readContract({
    ...{ address, abi: latchkeyAccountAbi, functionName: 'isValidSignature', args: [hash, signature] },
  })
}

/** OpenZeppelin's passkey decoder reverts on offsets beyond all numbers. Callers of ERC-1271 read that as a refusal. */
function readRevert(error: unknown): Hex {
  const isRevert = error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  if (!isRevert) throw error
  return invalid
}

const assertionParts = ['bytes32', 'bytes32', 'uint256', 'uint256', 'bytes', 'string'].map((type) => ({ type }))

/** Decodes a nested signature of a passkey. */
function assertionOf(signature: Hex) {
  const nestedLength = size(wrapTypedDataSignature({ typedData: order, signature: '0x' }))
  const end = size(signature) - nestedLength
  return [decodeAbiParameters(assertionParts, slice(signature, 0, end)), slice(signature, end)]
}

describe.each(cases)('signatures of the account of %s', (_, of, sign) => {
  const deployed = smartAccountAddress(of)
  const later = { ...of, salt: 1n }
  const undeployed = smartAccountAddress(later)

  it('behavior: a message is valid on the chain (ERC-1271, ERC-7739), another one is not', async () => {
    const signature = await signMessage(deployed, sign)
    expect(await ask(deployed, hashMessage(message), signature)).toBe(valid)
    expect(await world.client.verifyMessage({ address: deployed, message, signature })).toBe(true)
    expect(await world.client.verifyMessage({ address: deployed, message: `${message}.`, signature })).toBe(false)
  })

  it.each([
    ['one type', order],
    ['several types', basket],
  ])('behavior: typed data of %s is valid on the chain, other data is not', async (__, typedData) => {
    const signature = await signData(deployed, sign, typedData)
    const check = (data: AccountTypedData) =>
      world.client.verifyTypedData({
        ...({ ...data, address: deployed, signature } as Parameters<typeof world.client.verifyTypedData>[0]),
      })
    expect(await ask(deployed, hashTypedData(asViem(typedData)), signature)).toBe(valid)
    expect(await check(typedData)).toBe(true)
    expect(await check({ ...typedData, domain: { ...typedData.domain, name: 'Another shop' } })).toBe(false)
  })

  it('behavior: an undeployed account signs messages and typed data (ERC-6492)', async () => {
    const maker = createAccountCall(later)
    const signature = wrapUndeployed({ ...maker, signature: await signMessage(undeployed, sign) })
    expect(await world.client.getCode({ address: undeployed })).toBeUndefined()
    expect(await world.client.verifyMessage({ address: undeployed, message, signature })).toBe(true)
    expect(await world.client.verifyMessage({ address: undeployed, message: 'else', signature })).toBe(false)
    const ofData = wrapUndeployed({ ...maker, signature: await signData(undeployed, sign, basket) })
    const check = { ...basket, address: undeployed, signature: ofData }
    expect(await world.client.verifyTypedData(check as Parameters<typeof world.client.verifyTypedData>[0])).toBe(true)
    // It stays valid after the deployment.
    const again = wrapUndeployed({ ...createAccountCall(of), signature: await signMessage(deployed, sign) })
    expect(await world.client.verifyMessage({ address: deployed, message, signature: again })).toBe(true)
  })

  it('threat 86: a signature for one chain, or one account of an owner, is not valid for another', async () => {
    for (const signature of [
      await signMessage(deployed, sign, 31338),
      await signMessage(undeployed, sign),
      await sign(hashMessage(message)),
    ])
      expect(await ask(deployed, hashMessage(message), signature)).toBe(invalid)
    for (const signature of [
      await signData(deployed, sign, order, 31338),
      await signData(undeployed, sign, order),
      await sign(hashTypedData(asViem(order))),
    ])
      expect(await ask(deployed, hashTypedData(asViem(order)), signature)).toBe(invalid)
  })

  it('threat 86: a message’s signature never sends an operation, and an operation’s signature signs no message', async () => {
    const operation = await world.operation({ sender: deployed, calls: [{ to: owner.address, value: 1n }] })
    const hash = world.hash(operation)
    const { domain: _, ...rest } = order
    const nested = typedDataDigest({ account: { address: deployed, chainId }, typedData: { ...rest, domain: {} } })
    for (const signature of [
      await sign(personalSignDigest({ account: { address: deployed, chainId }, message: { raw: hash } })),
      await sign(nested),
    ])
      expect(await world.refusal({ ...operation, signature })).toMatch('AA24')
    expect(await ask(deployed, hash, await sign(hash))).toBe(invalid)
  })

  it('error: refuses a 6492 signature that is wrapped twice, cut, padded or of another account', async () => {
    const maker = createAccountCall(later)
    const inner = await signMessage(undeployed, sign)
    const once = wrapUndeployed({ ...maker, signature: inner })
    const twice = concat([encodeAbiParameters(wrapper, [maker.factory, maker.factoryData, once]), magic])
    const stranger = createAccountCall({ ...later, salt: 2n })
    const bad: [string, Hex][] = [
      ['twice', twice],
      ['cut', concat([slice(once, 0, 90), magic])],
      ['the ending alone', magic],
      ['makes another account', wrapUndeployed({ ...stranger, signature: inner })],
      ['makes nothing', wrapUndeployed({ factory: owner.address, factoryData: '0x', signature: inner })],
      ['not wrapped', inner],
    ]
    for (const [what, signature] of bad)
      expect(await world.client.verifyMessage({ address: undeployed, message, signature }), what).toBe(false)
    expect(unwrapUndeployed(once)).toEqual({
      ...{ factory: maker.factory, factoryData: maker.factoryData.toLowerCase(), signature: inner },
    })
    for (const signature of [twice, concat([slice(once, 0, 90), magic]), magic, inner])
      expect(unwrapUndeployed(signature)).toBeUndefined()
    expect(() => wrapUndeployed({ ...maker, signature: once })).toThrow('wrapped already')
  })

  it('behavior: reports that it nests signatures (ERC-7739)', async () => {
    expect(await ask(deployed, `0x${'7739'.repeat(16)}`, '0x')).toBe('0x77390001')
  })

  it('behavior: refuses any bytes, with a result or a revert', async () => {
    const good = await signData(deployed, sign, order)
    const hash = hashTypedData(asViem(order))
    const bytes = (options: object) =>
      fc.uint8Array(options).map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)
    const garbage = fc.oneof(
      bytes({ maxLength: 20 }),
      bytes({ minLength: 60, maxLength: 70 }),
      bytes({ minLength: 190, maxLength: 700 }),
      // A valid signature with one changed byte.
      fc.tuple(fc.nat({ max: good.length / 2 - 2 }), fc.integer({ min: 1, max: 255 })).map(([at, flip]): Hex => {
        const array = Buffer.from(good.slice(2), 'hex')
        array[at] = (array[at] ?? 0) ^ flip
        return `0x${array.toString('hex')}`
      }),
      // Arbitrary offsets and lengths.
      fc
        .array(fc.oneof(fc.nat(300), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })), { minLength: 6, maxLength: 20 })
        .map((words): Hex => concat(words.map((word): Hex => `0x${BigInt(word).toString(16).padStart(64, '0')}`))),
    )
    await fc.assert(
      fc.asyncProperty(garbage, async (signature) => {
        const answer = await ask(deployed, hash, signature).catch(readRevert)
        // ABI has unused bytes. A signature that differs only in those has the same content.
        if (answer !== invalid) expect(assertionOf(signature)).toEqual(assertionOf(good))
      }),
      { numRuns: 150, seed: 7739 },
    )
    expect(await ask(deployed, hash, good)).toBe(valid)
  })
})
