import { latchkeyAccountAbi } from '@latchkey/contracts'
import { waitForReceipt } from '@latchkey/devnet'
import { zeroAddress, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factoryAbi } from '../contracts/abis.ts'
import { smartAccountContracts } from '../contracts/addresses.ts'
import { hashOperation } from '../operation/hashOperation.ts'
import { createTestPasskey } from '../testing/createTestPasskey.ts'
import { type AccountWorld, startAccountWorld } from '../testing/startAccountWorld.ts'
import type { AccountOwner } from './AccountOwner.ts'
import { createAccountCall } from './createAccountCall.ts'
import { factoryArguments } from './factoryArguments.ts'
import { smartAccountAddress } from './smartAccountAddress.ts'

const owner = privateKeyToAccount(`0x${'a1'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'a2'.repeat(32)}`)
const passkey = createTestPasskey('laptop')
const { factory, implementation, sessions } = smartAccountContracts
const receiver = '0x00000000000000000000000000000000000000aa'

let world: AccountWorld
beforeAll(async () => {
  world = await startAccountWorld()
})
afterAll(() => world.stop())

const owners: [string, AccountOwner][] = [
  ['an ordinary account', { address: owner.address }],
  ['an ordinary account, another one', { address: owner.address, salt: 7n }],
  ['a passkey', { passkey }],
  ['both', { address: owner.address, passkey }],
]

describe('an account of the factory', () => {
  it.each(owners)('default: that of %s has the address of the factory', async (_, of) => {
    const address = await world.client.readContract({
      ...{ address: factory, abi: factoryAbi, functionName: 'addressOf', args: factoryArguments(of) },
    })
    expect(smartAccountAddress(of)).toBe(address)
  })

  it.each(owners)(
    'behavior: the first operation of that of %s deploys it, through the real EntryPoint',
    async (_, of) => {
      const sender = smartAccountAddress(of)
      await world.fund(sender)
      const operation = await world.operation({
        ...{ sender, ...createAccountCall(of), calls: [{ to: receiver, value: 5n }] },
      })
      const hash = world.hash(operation)
      const signature = of.passkey ? passkey.sign(hash) : await owner.sign({ hash })
      const before = await world.client.getBalance({ address: receiver })
      const outcome = await world.send({ ...operation, signature })
      expect(outcome).toMatchObject({ success: true })
      expect(await world.client.getBalance({ address: receiver })).toBe(before + 5n)

      const account = { address: sender, abi: latchkeyAccountAbi } as const
      const { client } = world
      expect(await client.readContract({ ...account, functionName: 'owner' })).toBe(of.address ?? zeroAddress)
      expect(await client.readContract({ ...account, functionName: 'passkey' })).toEqual(
        of.passkey ? [passkey.x, passkey.y, passkey.rpIdHash] : [zeroHash, zeroHash, zeroHash],
      )
      expect(
        await client.readContract({ ...account, functionName: 'isModuleInstalled', args: [1n, sessions, '0x'] }),
      ).toBe(true)
      expect(await client.readContract({ ...account, functionName: 'accountId' })).toBe('latchkey.account.1.1.0')
    },
  )

  it('behavior: anyone can deploy it, once, and it still belongs to the owner', async () => {
    const of = { address: owner.address, salt: 99n }
    const { executor, client } = world
    const logsOf = async (hash: `0x${string}`) => (await waitForReceipt({ client, hash })).logs
    const make = {
      address: factory,
      abi: factoryAbi,
      functionName: 'createAccount',
      args: factoryArguments(of),
    } as const
    expect(await logsOf(await executor.writeContract(make))).toHaveLength(2)
    expect(await logsOf(await executor.writeContract(make))).toHaveLength(0)
    const sender = smartAccountAddress(of)
    await world.fund(sender)
    const operation = await world.operation({ sender, calls: [{ to: receiver }] })
    const hash = world.hash(operation)
    expect(await world.refusal({ ...operation, signature: await stranger.sign({ hash }) })).toMatch('AA24')
    expect(await world.send({ ...operation, signature: await owner.sign({ hash }) })).toMatchObject({ success: true })
  })

  it.each([
    ['nobody', {}],
    ['a passkey that is no point of the curve', { passkey: { ...passkey, y: passkey.x } }],
    ['a passkey with one half', { address: owner.address, passkey: { ...passkey, y: zeroHash } }],
    ['a passkey of no relying party (finding F15)', { passkey: { ...passkey, rpIdHash: zeroHash } }],
    [
      'a relying party without a passkey',
      { address: owner.address, passkey: { x: zeroHash, y: zeroHash, rpIdHash: passkey.rpIdHash } },
    ],
  ] as [string, AccountOwner][])('error: none is deployed for %s', async (_, of) => {
    const make = {
      address: factory,
      abi: factoryAbi,
      functionName: 'createAccount',
      args: factoryArguments(of),
    } as const
    await expect(world.client.simulateContract(make)).rejects.toThrow()
  })

  it('threat 89: only the factory sets the first owner, both of an account and of the shared implementation', async () => {
    for (const address of [implementation, smartAccountAddress({ address: owner.address })]) {
      const take = { address, abi: latchkeyAccountAbi, functionName: 'initialize' } as const
      await expect(
        world.client.simulateContract({
          ...take,
          args: [stranger.address, zeroHash, zeroHash, zeroHash],
          account: stranger,
        }),
      ).rejects.toThrow('AccountUnauthorized')
    }
  })

  it('threat 86: refuses an operation that was signed for another chain, and a repeated one', async () => {
    const of = { address: owner.address }
    const sender = smartAccountAddress(of)
    const operation = await world.operation({ sender, calls: [{ to: receiver }] })
    const elsewhere = await owner.sign({ hash: hashOperation({ operation, chainId: 31338 }) })
    expect(await world.refusal({ ...operation, signature: elsewhere })).toMatch('AA24')
    const signed = { ...operation, signature: await owner.sign({ hash: world.hash(operation) }) }
    await world.send(signed)
    expect(await world.refusal(signed)).toMatch('AA25')
  })
})
