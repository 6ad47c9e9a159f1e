import { latchkeySessionsAbi } from '@latchkey/contracts'
import { parseEther, zeroAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { decodeEventLog, encodeFunctionData, keccak256, toHex } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountCall } from '../calls/AccountCall.ts'
import { accountAbi } from '../contracts/abis.ts'
import { smartAccountContracts } from '../contracts/addresses.ts'
import { authorizationDigest, signedAuthorization } from '../delegation/authorization.ts'
import { delegationFactory } from '../delegation/delegationFactory.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import {
  type SessionWorld,
  startSessionWorld,
  type TestKey,
  type TestSession,
  testKey,
  testPasskey,
} from '../testing/startSessionWorld.ts'
import type { Grant } from './Grant.ts'
import { hashGrant } from './hashGrant.ts'
import { grantCall, revokeCall } from './sessionCalls.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await startSessionWorld()
}, 120_000)
afterAll(() => world?.stop())

const bob = '0x000000000000000000000000000000000000b0b0'
const { sessions, implementation } = smartAccountContracts
const module = { address: sessions, abi: latchkeySessionsAbi } as const
const revoked = toHex(1, { size: 32 })
const payBob = { target: bob, selector: '0x00000000', valueLimit: parseEther('1'), arguments: [] } as const
const coins = { token: zeroAddress, limit: 100n, start: 0, period: 0 } as const

function rulesOf(key: TestKey, rest: Partial<Grant> = {}): Grant {
  const times = { validAfter: 0, validUntil: 4_000_000_000 }
  return { signer: key.signer, coSigner: zeroAddress, ...times, calls: [payBob], allowances: [coins], ...rest }
}

const statusOf = (of: `0x${string}`, id: number) =>
  world.client.readContract({ ...module, functionName: 'statusOf', args: [of, id] })

/** Runs calls of an account with its owner's key. */
async function asOwner(
  key: PrivateKeyAccount,
  sender: `0x${string}`,
  calls: AccountCall[],
  rest: Partial<UserOperation> = {},
) {
  const operation = await world.sponsorOperation(await world.operation({ sender, calls, ...rest }))
  const signed = { ...operation, signature: await key.sign({ hash: world.hash(operation) }) }
  const outcome = await world.send(signed)
  expect(outcome).toMatchObject({ success: true })
  return outcome
}

describe('the life of a permission', { timeout: 60_000 }, () => {
  it.each([
    ['an address', testKey('life'), undefined],
    ['a key of P-256', testPasskey('life'), undefined],
    ['an address, with a co-signer', testKey('life'), testKey('server').account],
    ['a key of P-256, with a co-signer', testPasskey('life'), testKey('server').account],
  ] as const)(
    'default: is granted by the owner’s operation to %s, acts, and stops after its revocation by another operation',
    async (name, key, coKey) => {
      const id = Number(BigInt(keccak256(toHex(name))) % 2n ** 32n)
      const grant = rulesOf(key, { coSigner: coKey?.address ?? zeroAddress })
      const { receipt } = await asOwner(world.owner, world.account, [grantCall({ id, grant })])
      expect(await statusOf(world.account, id)).toBe(hashGrant(grant))
      const log = receipt.logs.find(({ address }) => address.toLowerCase() === sessions.toLowerCase())
      expect(
        decodeEventLog({ abi: latchkeySessionsAbi, data: log?.data ?? '0x', topics: log?.topics ?? [] } as never),
      ).toMatchObject({
        eventName: 'SessionGranted',
        args: { account: world.account, id, grantHash: hashGrant(grant), rules: grant },
      })

      const session: TestSession = { id, grant, key, coKey }
      const act = () => world.operate({ session, calls: [{ to: bob, value: 3n }] })
      expect(await world.attempt(await act())).toMatchObject({ outcomes: [{ success: true }] })
      expect(await world.spent(id)).toBe(3n)

      const waiting = await act()
      await asOwner(world.owner, world.account, [revokeCall(id)])
      expect(await statusOf(world.account, id)).toBe(revoked)
      expect(await world.attempt(waiting)).toMatchObject({ refused: 'AA23 reverted', breach: { rule: 'session' } })
      expect(await world.spent(id)).toBe(3n)
    },
  )

  it('behavior: an EOA delegates, installs the module and grants in one operation', async () => {
    const { account: eoa } = testKey('delegated')
    const authorization = {
      address: implementation,
      chainId: 31337,
      nonce: await world.client.getTransactionCount({ address: eoa.address }),
    }
    const eip7702Auth = signedAuthorization({
      authorization,
      signature: await eoa.sign({ hash: authorizationDigest(authorization) }),
    })
    const key = testKey('life')
    const grant = rulesOf(key)
    const install = encodeFunctionData({ abi: accountAbi, functionName: 'installModule', args: [1n, sessions, '0x'] })
    await world.fund(eoa.address)
    const calls = [{ to: eoa.address, data: install }, grantCall({ id: 7, grant })]
    await asOwner(eoa, eoa.address, calls, { factory: delegationFactory, factoryData: '0x', eip7702Auth })

    const session: TestSession = { id: 7, grant, key }
    const before = await world.client.getBalance({ address: bob })
    const operation = await world.operate({ session, sender: eoa.address, calls: [{ to: bob, value: 3n }] })
    expect(await world.attempt(operation)).toMatchObject({ outcomes: [{ success: true }] })
    expect(await world.client.getBalance({ address: bob })).toBe(before + 3n)
    const back = await world.operate({ session, sender: eoa.address, calls: [{ to: eoa.address, value: 1n }] })
    expect(await world.attempt(back)).toMatchObject({ breach: { rule: 'call' } })
  })

  it('behavior: is valid from the first second to the last, inclusive', async () => {
    const from = (await world.now()) + 100
    const session = await world.grant(rulesOf(testKey('session'), { validAfter: from, validUntil: from + 50 }))
    const seen: Record<number, boolean> = {}
    for (const second of [from - 1, from, from + 50, from + 51]) {
      const at = Math.min(Math.max(second, from), from + 50)
      const operation = await world.operate({ session, calls: [{ to: bob, value: 1n }], at, claim: { time: second } })
      await world.node.setNextBlockTimestamp({ timestamp: BigInt(second) })
      seen[second - from] = await world.bundle([operation]).then(
        () => true,
        () => false,
      )
    }
    expect(seen).toEqual({ '-1': false, '0': true, '50': true, '51': false })
  })

  it('behavior: a period ends with its last second, and the next one starts with the full limit', async () => {
    const from = (await world.now()) + 100
    const allowances = [{ ...coins, limit: 5n, start: from, period: 60 }]
    const session = await world.grant(rulesOf(testKey('session'), { allowances }))
    const pay = async (second: number, value: bigint) => {
      const operation = await world.operate({
        session,
        calls: [{ to: bob, value }],
        at: second,
        claim: { time: second },
      })
      await world.node.setNextBlockTimestamp({ timestamp: BigInt(second) })
      return world.bundle([operation]).then(
        () => true,
        () => false,
      )
    }
    expect(await pay(from, 3n)).toBe(true)
    expect(await pay(from + 59, 3n)).toBe(false)
    expect(await pay(from + 60, 5n)).toBe(true)
    expect(await pay(from + 119, 1n)).toBe(false)
    // An unused period adds nothing to the next one.
    expect(await pay(from + 200, 6n)).toBe(false)
    expect(await pay(from + 201, 5n)).toBe(true)
    expect(await Promise.all([0n, 1n, 2n, 3n].map((period) => world.spent(session.id, 0, period)))).toEqual([
      3n,
      5n,
      0n,
      5n,
    ])
  })

  it('behavior: only the periods of used allowances limit the time, so that others stay usable', async () => {
    const from = await world.now()
    const allowances = [coins, { token: world.token, limit: 5n, start: from + 10_000, period: 60 }]
    const session = await world.grant(rulesOf(testKey('session'), { allowances }))
    expect(await world.attempt(await world.operate({ session, calls: [{ to: bob, value: 1n }] }))).toMatchObject({
      outcomes: [{ success: true }],
    })
  })

  it('behavior: an account that pays its own gas is charged the maximum cost', async () => {
    const limit = parseEther('1')
    const session = await world.grant(rulesOf(testKey('session'), { allowances: [{ ...coins, limit }] }))
    const operation = await world.operate({ session, calls: [{ to: bob, value: 7n }], sponsored: false })
    const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas } = operation
    expect(await world.attempt(operation)).toMatchObject({ outcomes: [{ success: true }] })
    expect(await world.spent(session.id)).toBe(
      7n + (callGasLimit + verificationGasLimit + preVerificationGas) * maxFeePerGas,
    )
  })

  it('behavior: signs no messages, in any form', async () => {
    const session = await world.grant(rulesOf(testKey('session')))
    const hash = keccak256('0x01')
    const signature = await session.key.sign(hash)
    const asked = await world.client.readContract({
      ...module,
      functionName: 'isValidSignatureWithSender',
      args: [bob, hash, signature],
    })
    expect(asked).toBe('0xffffffff')
    for (const whole of [signature, `${sessions}${signature.slice(2)}`] as const) {
      const abi = [
        {
          type: 'function',
          name: 'isValidSignature',
          inputs: [{ type: 'bytes32' }, { type: 'bytes' }],
          outputs: [{ type: 'bytes4' }],
          stateMutability: 'view',
        },
      ] as const
      const answer = await world.client.readContract({
        address: world.account,
        abi,
        functionName: 'isValidSignature',
        args: [hash, whole],
      })
      expect(answer).toBe('0xffffffff')
    }
  })

  const senseless: [string, Partial<Grant>][] = [
    ['no signer', { signer: '0x' }],
    ['the zero address as a signer', { signer: zeroAddress }],
    ['a signer of 32 bytes', { signer: `0x${'11'.repeat(32)}` }],
    ['an end before the beginning', { validAfter: 10, validUntil: 9 }],
    ['an end too far away', { validUntil: 2 ** 47 }],
    ['two allowances of one token', { allowances: [coins, coins] }],
    [
      'an unknown condition',
      {
        calls: [
          {
            target: bob,
            selector: '0x12345678',
            valueLimit: 0n,
            arguments: [{ index: 0, condition: 4, value: revoked }],
          },
        ],
      },
    ],
    [
      'a function of any contract',
      { calls: [{ target: zeroAddress, selector: '0x12345678', valueLimit: 0n, arguments: [] }] },
    ],
    ['arguments of a payment', { calls: [{ ...payBob, arguments: [{ index: 0, condition: 0, value: revoked }] }] }],
  ]
  it.each(senseless)('error: the chain refuses rules with %s', async (_, rest) => {
    await expect(world.grant(rulesOf(testKey('session'), rest))).rejects.toThrow('undid')
  })

  it('error: threat 90: an ID is valid once: it cannot be granted twice, or after an early revocation', async () => {
    const session = await world.grant(rulesOf(testKey('session')))
    await expect(world.sendAs(world.account, grantCall(session))).rejects.toThrow('undid')
    await world.revoke(555)
    expect(await statusOf(world.account, 555)).toBe(revoked)
    await expect(world.sendAs(world.account, grantCall({ ...session, id: 555 }))).rejects.toThrow('undid')
  })
})
