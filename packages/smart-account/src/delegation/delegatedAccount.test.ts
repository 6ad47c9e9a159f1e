import { latchkeyAccountAbi } from '@latchkey/contracts'
import { encodeFunctionData, hashMessage, serializeSignature, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashAuthorization, recoverAddress } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountCall } from '../calls/AccountCall.ts'
import { smartAccountContracts } from '../contracts/addresses.ts'
import type { SignedAuthorization, UserOperation } from '../operation/UserOperation.ts'
import { personalSignDigest } from '../signatures/personalSignDigest.ts'
import { type AccountTypedData, typedDataDigest, wrapTypedDataSignature } from '../signatures/typedData.ts'
import { createTestPasskey } from '../testing/createTestPasskey.ts'
import { type AccountWorld, startAccountWorld } from '../testing/startAccountWorld.ts'
import { authorizationDigest, signedAuthorization } from './authorization.ts'
import { delegationFactory } from './delegationFactory.ts'
import { delegatedCode, delegationOf } from './delegationOf.ts'

const { implementation, sessions } = smartAccountContracts
const abi = latchkeyAccountAbi
const chainId = 31337
const passkey = createTestPasskey('phone')
const stranger = privateKeyToAccount(`0x${'e9'.repeat(32)}`)
const receivers = ['0x00000000000000000000000000000000000000e1', '0x00000000000000000000000000000000000000e2'] as const
const message = 'hello'

let world: AccountWorld
let seed = 0
beforeAll(async () => {
  world = await startAccountWorld()
})
afterAll(() => world.stop())

type Eoa = ReturnType<typeof privateKeyToAccount>

/** Returns an unused EOA. */
function fresh(): Eoa {
  seed += 1
  return privateKeyToAccount(`0x${(0xe00000 + seed).toString(16).padStart(64, '0')}`)
}

async function authorize(
  eoa: Eoa,
  on = chainId,
  address: `0x${string}` = implementation,
): Promise<SignedAuthorization> {
  const nonce = await world.client.getTransactionCount({ address: eoa.address })
  const authorization = { address, chainId: on, nonce }
  return signedAuthorization({ authorization, signature: await eoa.sign({ hash: authorizationDigest(authorization) }) })
}

async function sign(eoa: Eoa, operation: UserOperation): Promise<UserOperation> {
  return { ...operation, signature: await eoa.sign({ hash: world.hash(operation) }) }
}

/** Returns an EOA whose first operation delegated it to our code. */
async function delegated(calls: AccountCall[] = [{ to: receivers[0] }]): Promise<Eoa> {
  const eoa = fresh()
  await world.fund(eoa.address)
  const operation = await world.operation({
    ...{ sender: eoa.address, factory: delegationFactory, factoryData: '0x', eip7702Auth: await authorize(eoa), calls },
  })
  expect(await world.send(await sign(eoa, operation))).toMatchObject({ success: true })
  return eoa
}

const accepts = async (signed: UserOperation) => (await world.refusal(signed)) === undefined

describe('an EOA that delegates to our code (EIP-7702)', () => {
  it('behavior: its first operation delegates it and runs a batch; the next one needs no authorization', async () => {
    const calls = receivers.map((to) => ({ to, value: 2n }))
    const before = await Promise.all(receivers.map((address) => world.client.getBalance({ address })))
    const eoa = await delegated(calls)
    expect(delegationOf(await world.client.getCode({ address: eoa.address }))).toBe(implementation)
    expect(await world.client.readContract({ address: eoa.address, abi, functionName: 'owner' })).toBe(eoa.address)
    const next = await sign(eoa, await world.operation({ sender: eoa.address, calls }))
    expect(await world.send(next)).toMatchObject({ success: true })
    const after = await Promise.all(receivers.map((address) => world.client.getBalance({ address })))
    expect(after).toEqual(before.map((balance) => balance + 4n))
  })

  it('threat 89: no one else can become its owner, before or after the delegation', async () => {
    const eoa = await delegated()
    for (const account of [stranger.address, world.devnet.executor.address, eoa.address]) {
      const args = [stranger.address, zeroHash, zeroHash, zeroHash] as const
      const data = encodeFunctionData({ abi, functionName: 'initialize', args })
      await expect(world.client.call({ account, to: eoa.address, data })).rejects.toThrow()
    }
    const operation = await world.operation({ sender: eoa.address, calls: [{ to: receivers[0] }] })
    expect(await world.refusal(await sign(stranger, operation))).toMatch('AA24')
    // It has no stored owner, so its own key always stays the owner.
    const setOwner = encodeFunctionData({ abi, functionName: 'setOwner', args: [stranger.address] })
    const self = await world.operation({ sender: eoa.address, calls: [{ to: eoa.address, data: setOwner }] })
    expect(await world.send(await sign(eoa, self))).toMatchObject({ success: false })
  })

  it('behavior: adds a passkey next to its key and removes it again', async () => {
    const eoa = await delegated()
    const { address } = eoa
    const set = (...args: readonly [x: `0x${string}`, y: `0x${string}`, rpIdHash: `0x${string}`]) =>
      world.operation({
        sender: address,
        calls: [{ to: address, data: encodeFunctionData({ abi, functionName: 'setPasskey', args }) }],
      })
    expect(await world.send(await sign(eoa, await set(passkey.x, passkey.y, passkey.rpIdHash)))).toMatchObject({
      success: true,
    })
    const operation = await world.operation({ sender: address, calls: [{ to: receivers[0], value: 1n }] })
    const byPasskey = { ...operation, signature: passkey.sign(world.hash(operation)) }
    expect([await accepts(byPasskey), await accepts(await sign(eoa, operation))]).toEqual([true, true])
    const away = await set(zeroHash, zeroHash, zeroHash)
    expect(await world.send({ ...away, signature: passkey.sign(world.hash(away)) })).toMatchObject({ success: true })
    const last = await world.operation({ sender: address, calls: [{ to: receivers[0], value: 1n }] })
    expect(await accepts({ ...last, signature: passkey.sign(world.hash(last)) })).toBe(false)
    expect(await accepts(await sign(eoa, last))).toBe(true)
  })

  it('behavior: has no permission module until it installs one with a call to itself', async () => {
    const eoa = await delegated()
    const installed = () =>
      world.client.readContract({
        address: eoa.address,
        abi,
        functionName: 'isModuleInstalled',
        args: [1n, sessions, '0x'],
      })
    expect(await installed()).toBe(false)
    const data = encodeFunctionData({ abi, functionName: 'installModule', args: [1n, sessions, '0x'] })
    const operation = await world.operation({ sender: eoa.address, calls: [{ to: eoa.address, data }] })
    expect(await world.send(await sign(eoa, operation))).toMatchObject({ success: true })
    expect(await installed()).toBe(true)
  })

  it('behavior: its plain signatures are still valid, and so are nested ones', async () => {
    const eoa = await delegated()
    const { address } = eoa
    const ordinary = await eoa.signMessage({ message })
    const nested = await eoa.sign({ hash: personalSignDigest({ account: { address, chainId }, message }) })
    for (const signature of [ordinary, nested]) {
      expect(await world.client.verifyMessage({ address, message, signature })).toBe(true)
      expect(await world.client.verifyMessage({ address, message: 'else', signature })).toBe(false)
      // Like a contract that checks a signature.
      const args = [hashMessage(message), signature] as const
      expect(await world.client.readContract({ address, abi, functionName: 'isValidSignature', args })).toBe(
        '0x1626ba7e',
      )
    }
    const data: AccountTypedData = {
      domain: { name: 'Shop', chainId },
      types: { Order: [{ name: 'item', type: 'string' }] },
      primaryType: 'Order',
      message: { item: 'key' },
    }
    const definition = data as Parameters<typeof eoa.signTypedData>[0]
    const typed = [
      await eoa.signTypedData(definition),
      wrapTypedDataSignature({
        typedData: data,
        signature: await eoa.sign({ hash: typedDataDigest({ account: { address, chainId }, typedData: data }) }),
      }),
    ]
    for (const signature of typed)
      expect(await world.client.verifyTypedData({ ...definition, address, signature } as never)).toBe(true)
    expect(
      await world.client.verifyMessage({ address, message, signature: await stranger.signMessage({ message }) }),
    ).toBe(false)
  })

  it('threat 86: an authorization for another chain, nonce or account has no effect', async () => {
    const eoa = fresh()
    await world.fund(eoa.address)
    const base = { sender: eoa.address, factory: delegationFactory, factoryData: '0x' as const }
    const good = await authorize(eoa)
    for (const eip7702Auth of [await authorize(eoa, 31338), { ...good, nonce: 7 }, await authorize(stranger)]) {
      const operation = await sign(eoa, await world.operation({ ...base, eip7702Auth, calls: [{ to: receivers[0] }] }))
      await expect(world.send(operation)).rejects.toThrow()
      expect(await world.client.getCode({ address: eoa.address })).toBeUndefined()
    }
    expect(() => authorizationDigest({ ...good, chainId: 0 })).toThrow('one chain')
  })

  it('default: digests match EIP-712 and EIP-7702', async () => {
    const eoa = fresh()
    const auth = await authorize(eoa)
    expect(authorizationDigest(auth)).toBe(
      hashAuthorization({ contractAddress: auth.address, chainId: auth.chainId, nonce: auth.nonce }),
    )
    const { r, s, yParity } = auth
    const signature = serializeSignature({ r, s, yParity })
    expect(await recoverAddress({ hash: authorizationDigest(auth), signature })).toBe(eoa.address)
    expect(delegationOf(delegatedCode(implementation))).toBe(implementation)
    for (const code of [
      undefined,
      '0x',
      '0xef0100',
      `${delegatedCode(implementation)}00`,
      `0x${'60'.repeat(23)}`,
    ] as const)
      expect(delegationOf(code)).toBeUndefined()
  })
})
