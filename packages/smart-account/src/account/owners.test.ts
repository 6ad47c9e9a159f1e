import { latchkeyAccountAbi } from '@latchkey/contracts'
import { encodeFunctionData, zeroAddress, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountCall } from '../calls/AccountCall.ts'
import { passkeySignature } from '../signatures/passkeySignature.ts'
import { rpIdHashOf } from '../signatures/rpIdHashOf.ts'
import { stubSignature } from '../signatures/stubSignature.ts'
import { createTestPasskey } from '../testing/createTestPasskey.ts'
import { type AccountWorld, startAccountWorld } from '../testing/startAccountWorld.ts'
import type { AccountOwner, PasskeyOwner } from './AccountOwner.ts'
import { createAccountCall } from './createAccountCall.ts'
import { smartAccountAddress } from './smartAccountAddress.ts'

const owner = privateKeyToAccount(`0x${'b1'.repeat(32)}`)
const heir = privateKeyToAccount(`0x${'b2'.repeat(32)}`)
const [laptop, phone] = [createTestPasskey('laptop'), createTestPasskey('phone')]
const receiver = '0x00000000000000000000000000000000000000bb'
const abi = latchkeyAccountAbi

type Sign = (hash: `0x${string}`) => Promise<`0x${string}`> | `0x${string}`
const bySigner =
  (signer: typeof owner): Sign =>
  (hash) =>
    signer.sign({ hash })

let world: AccountWorld
let salt = 1000n
beforeAll(async () => {
  world = await startAccountWorld()
})
afterAll(() => world.stop())

/** Deploys a new account of an owner with its first operation. */
async function made(of: AccountOwner, sign: Sign): Promise<`0x${string}`> {
  salt += 1n
  const own = { ...of, salt }
  const sender = smartAccountAddress(own)
  await world.fund(sender)
  const operation = await world.operation({ sender, ...createAccountCall(own), calls: [{ to: receiver }] })
  expect(await world.send({ ...operation, signature: await sign(world.hash(operation)) })).toMatchObject({
    success: true,
  })
  return sender
}

async function signed(sender: `0x${string}`, sign: Sign, calls: AccountCall[] = [{ to: receiver, value: 1n }]) {
  const operation = await world.operation({ sender, calls })
  return { ...operation, signature: await sign(world.hash(operation)) }
}

const accepts = async (sender: `0x${string}`, sign: Sign) =>
  (await world.refusal(await signed(sender, sign))) === undefined

const setOwner = (address: `0x${string}`) => encodeFunctionData({ abi, functionName: 'setOwner', args: [address] })
const setPasskey = ({ x, y, rpIdHash }: PasskeyOwner) =>
  encodeFunctionData({ abi, functionName: 'setPasskey', args: [x, y, rpIdHash] })
const noPasskey = { x: zeroHash, y: zeroHash, rpIdHash: zeroHash }

describe('owners', () => {
  it('behavior: a passkey can be the only owner, and then no ECDSA signature is valid', async () => {
    const sender = await made({ passkey: laptop }, laptop.sign)
    expect(await accepts(sender, laptop.sign)).toBe(true)
    expect(await accepts(sender, phone.sign)).toBe(false)
    expect(await accepts(sender, bySigner(owner))).toBe(false)
  })

  it('behavior: each of two owners can sign alone', async () => {
    const sender = await made({ address: owner.address, passkey: laptop }, laptop.sign)
    expect(await accepts(sender, laptop.sign)).toBe(true)
    expect(await accepts(sender, bySigner(owner))).toBe(true)
    expect(await accepts(sender, bySigner(heir))).toBe(false)
  })

  it('behavior: one owner adds a passkey, and the other removes it', async () => {
    const sender = await made({ address: owner.address }, bySigner(owner))
    expect(await accepts(sender, laptop.sign)).toBe(false)
    await world.send(await signed(sender, bySigner(owner), [{ to: sender, data: setPasskey(laptop) }]))
    expect(await accepts(sender, laptop.sign)).toBe(true)
    await world.send(await signed(sender, laptop.sign, [{ to: sender, data: setPasskey(phone) }]))
    expect([await accepts(sender, laptop.sign), await accepts(sender, phone.sign)]).toEqual([false, true])
    await world.send(await signed(sender, bySigner(owner), [{ to: sender, data: setPasskey(noPasskey) }]))
    expect([await accepts(sender, phone.sign), await accepts(sender, bySigner(owner))]).toEqual([false, true])
  })

  it('behavior: another EOA becomes the owner, and the previous one loses its rights', async () => {
    const sender = await made({ address: owner.address }, bySigner(owner))
    const outcome = await world.send(
      await signed(sender, bySigner(owner), [{ to: sender, data: setOwner(heir.address) }]),
    )
    expect(outcome.success).toBe(true)
    expect([await accepts(sender, bySigner(owner)), await accepts(sender, bySigner(heir))]).toEqual([false, true])
    expect(await world.client.readContract({ address: sender, abi, functionName: 'owner' })).toBe(heir.address)
  })

  it.each([
    ['the only ordinary account', { address: owner.address }, bySigner(owner), setOwner(zeroAddress)],
    ['the only passkey', { passkey: laptop }, laptop.sign, setPasskey(noPasskey)],
  ] as [string, AccountOwner, Sign, `0x${string}`][])(
    'threat 89: %s cannot be removed, so that an account always has an owner',
    async (_, of, sign, data) => {
      const sender = await made(of, sign)
      const outcome = await world.send(await signed(sender, sign, [{ to: sender, data }]))
      expect(outcome).toMatchObject({ success: false, reason: expect.stringMatching(/^0x/) })
      expect(await accepts(sender, sign)).toBe(true)
    },
  )

  it('threat 89: both owners cannot be removed in one batch, and an account cannot own itself', async () => {
    const sender = await made({ address: owner.address, passkey: laptop }, laptop.sign)
    for (const calls of [
      [
        { to: sender, data: setOwner(zeroAddress) },
        { to: sender, data: setPasskey(noPasskey) },
      ],
      [{ to: sender, data: setOwner(sender) }],
      [{ to: sender, data: setPasskey({ ...laptop, y: laptop.x }) }],
    ])
      expect(await world.send(await signed(sender, laptop.sign, calls))).toMatchObject({ success: false })
    expect([await accepts(sender, laptop.sign), await accepts(sender, bySigner(owner))]).toEqual([true, true])
  })

  it('threat 89: only a call of the account to itself changes owners', async () => {
    const sender = await made({ address: owner.address }, bySigner(owner))
    for (const data of [setOwner(heir.address), setPasskey(laptop)]) {
      for (const account of [owner.address, heir.address, world.devnet.contracts.entryPoint08]) {
        await expect(world.client.call({ account, to: sender, data })).rejects.toThrow()
      }
      // An operation of the owner cannot make the EntryPoint do it either.
      const operation = await world.operation({ sender, callData: data })
      const signature = await owner.sign({ hash: world.hash(operation) })
      expect(await world.send({ ...operation, signature })).toMatchObject({ success: false })
    }
  })

  it('threat 86: an assertion is only valid as created by an authenticator for this digest', async () => {
    const sender = await made({ passkey: laptop }, laptop.sign)
    const bad: [string, Sign][] = [
      ['nobody was there', (hash) => passkeySignature(laptop.assert(hash, { flags: 0x04 }))],
      ['it was not checked who', (hash) => passkeySignature(laptop.assert(hash, { flags: 0x01 }))],
      ['backed up but not backupable', (hash) => passkeySignature(laptop.assert(hash, { flags: 0x15 }))],
      ['a registration', (hash) => passkeySignature(laptop.assert(hash, { type: 'webauthn.create' }))],
      ['of another digest', () => laptop.sign(zeroHash)],
      ['a stub', () => stubSignature({ passkey: laptop })],
      ['nothing', () => '0x'],
    ]
    for (const [what, sign] of bad) expect(await world.refusal(await signed(sender, sign)), what).toMatch('AA24')
  })

  it('finding F15: threat 183: refuses an assertion of the passkey for another relying party', async () => {
    const sender = await made({ passkey: laptop }, laptop.sign)
    for (const rpId of ['login.example', 'example', 'wallet.example.evil.example', '']) {
      const sign: Sign = (hash) => passkeySignature(laptop.assert(hash, { rpId }))
      expect(await world.refusal(await signed(sender, sign)), rpId).toMatch('AA24')
    }
    expect(await accepts(sender, laptop.sign)).toBe(true)
  })

  it('finding F15: the address depends on the relying party, and a passkey keeps it permanently', async () => {
    const other = { ...laptop, rpIdHash: rpIdHashOf('login.example') }
    expect(smartAccountAddress({ passkey: other })).not.toBe(smartAccountAddress({ passkey: laptop }))
    const sender = await made({ address: owner.address }, bySigner(owner))
    for (const passkey of [
      { ...laptop, rpIdHash: zeroHash },
      { ...noPasskey, rpIdHash: laptop.rpIdHash },
    ]) {
      const operation = await signed(sender, bySigner(owner), [{ to: sender, data: setPasskey(passkey) }])
      expect(await world.send(operation)).toMatchObject({ success: false })
    }
    await world.send(await signed(sender, bySigner(owner), [{ to: sender, data: setPasskey(other) }]))
    expect(await accepts(sender, laptop.sign)).toBe(false)
    expect(await accepts(sender, (hash) => passkeySignature(laptop.assert(hash, { rpId: 'login.example' })))).toBe(true)
  })
})
