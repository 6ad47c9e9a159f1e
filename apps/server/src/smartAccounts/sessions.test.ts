import type { RpcUserOperation } from '@latchkey/protocol'
import type { Permission } from '@latchkey/protocol/api'
import { encodeCalls, encodeContext, fromRpcOperation, hashOperation } from '@latchkey/smart-account'
import { p256 } from '@noble/curves/nist.js'
import { bytesToHex, encodeFunctionData, hexToBytes, numberToHex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import {
  askSessions,
  createTestSession,
  recentStart,
  signAsAccount,
  type TestSession,
} from './testing/createTestSession.ts'
import {
  chainId,
  otherProjectId,
  type SmartAccountWorld,
  startSmartAccountWorld,
  transfer,
} from './testing/startSmartAccountWorld.ts'

let world: SmartAccountWorld
beforeAll(async () => {
  world = await startSmartAccountWorld()
}, 120_000)
afterAll(() => world?.stop())

const receiver = '0x00000000000000000000000000000000000b0b00'
const other = '0x00000000000000000000000000000000000b0b01'
const nftAbi = [{ type: 'function', name: 'claim', inputs: [{ type: 'uint256', name: 'id' }], outputs: [] }] as const

/** At most 100 tokens in ten minutes, to one receiver; and one function of another contract, with a number up to 5. */
const permissionsOf = (token: `0x${string}`): Permission[] => [
  {
    type: 'erc20-recurring-allowance',
    data: { address: token, allowance: numberToHex(100n), start: recentStart(), period: 600, to: receiver },
  },
  {
    type: 'contract-call',
    data: {
      address: other,
      abi: nftAbi as never,
      functions: [{ functionName: 'claim', args: [{ operator: 'LESS_THAN_OR_EQUAL', value: '5' }] }],
    },
  },
]

const claim = (id: bigint) =>
  ({ to: other, data: encodeFunctionData({ abi: nftAbi, functionName: 'claim', args: [id] }) }) as const
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

const prepare = (
  session: TestSession,
  calls: readonly { to: `0x${string}`; data?: `0x${string}`; value?: `0x${string}` }[],
  projectId?: string,
) =>
  world.prepare(
    { from: session.account, calls, capabilities: { permissions: { context: session.context } } },
    projectId,
  )

const run = async (session: TestSession, calls: Parameters<typeof prepare>[1]) => {
  const sent = await world.send(await world.sign(await prepare(session, calls), session.key))
  if (sent.error) throw Object.assign(new Error(sent.error.message), sent.error.data)
  return world.ended(sent.result.id)
}

describe('operations of a permission', () => {
  let session: TestSession
  beforeAll(async () => {
    session = await createTestSession({ world, permissions: permissionsOf(world.token) })
  }, 60_000)

  test('default: an operation within the limits passes with the signatures of the app and the server', async () => {
    const before = await world.balanceOf(receiver)
    const prepared = await prepare(session, [transfer(world.token, receiver, 10n), claim(5n)])
    expect(prepared.context).toBe(session.context)
    const sent = await world.send(await world.sign(prepared, session.key))
    expect(await world.ended(sent.result.id)).toMatchObject({ status: 200 })
    expect(await world.balanceOf(receiver)).toBe(before + 10n)
    const listed = await askSessions(world, `${chainId}:${session.account}`)
    expect(listed.json.pcis).toMatchObject([
      {
        ...{ pci: session.pci, revokedAt: null, context: session.context.toLowerCase() },
        project: { name: 'Test', url: 'http://localhost:5173' },
        usage: [{ token: `${chainId}:${world.token}`, limit: '100', used: '10' }],
      },
    ])
  })

  test('threat 84: outside of each limit, the server refuses and names the rule', async () => {
    const refuse = (calls: Parameters<typeof prepare>[1]) => codeOf(prepare(session, calls))
    // Amount, in one call and over several calls of a batch; receiver; target; selector; argument; value; the account itself.
    expect(await refuse([transfer(world.token, receiver, 91n)])).toBe('session_limit')
    expect(await refuse([transfer(world.token, receiver, 50n), transfer(world.token, receiver, 41n)])).toBe(
      'session_limit',
    )
    expect(await refuse([transfer(world.token, other, 1n)])).toBe('session_limit')
    expect(await refuse([transfer(receiver, receiver, 1n)])).toBe('session_limit')
    const approve = encodeFunctionData({
      abi: parseAbi(['function approve(address, uint256)']),
      args: [receiver, 1n],
    })
    expect(await refuse([{ to: world.token, data: approve }])).toBe('session_limit')
    expect(await refuse([claim(6n)])).toBe('session_limit')
    expect(await refuse([{ ...claim(1n), value: '0x1' }])).toBe('session_limit')
    expect(await refuse([{ to: session.account, data: '0x12345678' }])).toBe('session_limit')
    expect(await refuse([claim(1n), transfer(world.token, other, 1n)])).toBe('session_limit')
    expect(await prepare(session, [transfer(world.token, receiver, 90n)])).toMatchObject({
      capabilities: { sponsor: { name: 'Test' } },
    })
  })

  test('threat 84: refuses a prepared operation after a change, even if the app signs the change', async () => {
    const prepared = await prepare(session, [transfer(world.token, receiver, 1n)])
    const signed = await world.sign(prepared, session.key)
    const refused = async (data: Partial<RpcUserOperation>, signer = session.key) => {
      const changed = { ...prepared.preparedCalls, data: { ...prepared.preparedCalls.data, ...data } }
      const { error } = await world.send({ ...signed, preparedCalls: changed })
      expect(error, JSON.stringify(data)).toBeDefined()
      // Signed again by the app: its signature alone allows nothing outside of the permission.
      const hash = hashOperation({ operation: fromRpcOperation(changed.data), chainId: 31337 })
      const again = await world.send({ ...signed, preparedCalls: changed, signature: await signer.sign({ hash }) })
      return again.error?.data?.code
    }
    expect(await refused({ callData: encodeCalls([transfer(world.token, receiver, 95n)]) })).toBe('session_limit')
    expect(await refused({ callData: encodeCalls([transfer(world.token, other, 1n)]) })).toBe('session_limit')
    expect(await refused({ callData: `${prepared.preparedCalls.data.callData}00` })).toBe('session_limit')
    expect(await refused({ sender: other })).toBe('session_unknown')
    expect(await refused({ nonce: '0x0' })).toBe('session_unknown')
    expect(await refused({ paymaster: other })).toBe('session_limit')
    // The paymaster signed other numbers, which the chain detects.
    expect(await refused({ maxFeePerGas: numberToHex(BigInt(prepared.preparedCalls.data.maxFeePerGas) + 1n) })).toBe(
      'operation_refused',
    )
    expect((await world.send(signed)).error).toBeUndefined()
  })

  test('threat 84: refuses another key, another project and another context', async () => {
    const prepared = await prepare(session, [transfer(world.token, receiver, 1n)])
    const thief = privateKeyToAccount(generatePrivateKey())
    const forged = await world.send(await world.sign(prepared, thief))
    expect(forged.error.data?.code).toBe('signature_invalid')
    const signed = await world.sign(prepared, session.key)
    expect((await world.send(signed, otherProjectId)).error.data?.code).toBe('session_unknown')
    expect(await codeOf(prepare(session, [transfer(world.token, receiver, 1n)], otherProjectId))).toBe(
      'session_unknown',
    )
    const { context: _, ...without } = signed
    expect((await world.send(without)).error.data?.code).toBe('session_unknown')
    const wider = { ...session.grant, allowances: [] }
    const context = encodeContext({ account: session.account, chainId: 31337, id: session.id, grant: wider })
    expect((await world.send({ ...signed, context })).error.data?.code).toBe('session_unknown')
    expect(await codeOf(prepare({ ...session, context }, [claim(1n)]))).toBe('session_unknown')
    expect(await codeOf(prepare({ ...session, account: other }, [claim(1n)]))).toBe('session_unknown')
    expect((await world.send(signed)).result.id).toBe(prepared.signatureRequest.hash)
    // Repeating a request returns the same hash.
    expect((await world.send(signed)).result.id).toBe(prepared.signatureRequest.hash)
    expect(await world.ended(prepared.signatureRequest.hash)).toMatchObject({ status: 200 })
    expect((await world.send(signed)).result.id).toBe(prepared.signatureRequest.hash)
  })
})

describe('a permission with a passkey’s curve', () => {
  test('behavior: accepts P-256 in both forms of its signature', async () => {
    const secret = p256.utils.randomPrivateKey()
    const publicKey = bytesToHex(p256.getPublicKey(secret, true))
    const signer = { type: 'key', data: { type: 'secp256r1', publicKey } } as const
    const session = await createTestSession({ world, permissions: permissionsOf(world.token), signer })
    for (const isHigh of [false, true]) {
      const prepared = await prepare(session, [claim(1n)])
      const { hash } = prepared.signatureRequest
      const low = p256.sign(hexToBytes(hash), secret, { lowS: true })
      const signed = isHigh ? new p256.Signature(low.r, p256.CURVE.n - low.s) : low
      const parts = { preparedCalls: prepared.preparedCalls, context: session.context }
      const forged = await world.send({ ...parts, signature: `0x${'11'.repeat(64)}` })
      expect(forged.error.data?.code).toBe('signature_invalid')
      const sent = await world.send({ ...parts, signature: `0x${signed.toCompactHex()}` })
      expect(sent.error).toBeUndefined()
      expect(await world.ended(sent.result.id)).toMatchObject({ status: 200 })
    }
  }, 60_000)
})

describe('the end of a permission', () => {
  const make = (lifetime?: number) =>
    createTestSession({ world, permissions: permissionsOf(world.token), ...(lifetime ? { lifetime } : {}) })

  test('behavior: a revocation at the server takes effect immediately, also for prepared operations', async () => {
    const session = await make()
    const prepared = await prepare(session, [claim(1n)])
    expect(await session.revokeAtServer()).toBe(200)
    expect(await session.revokeAtServer()).toBe(200)
    expect((await world.send(await world.sign(prepared, session.key))).error.data?.code).toBe('session_revoked')
    expect(await codeOf(prepare(session, [claim(1n)]))).toBe('session_revoked')
    const listed = await askSessions(world, session.account)
    expect(listed.json.pcis).toMatchObject([{ pci: session.pci, revokedAt: expect.any(Number) }])
    const rows = await world.context.database.execute(
      `select sealed_key from smart_sessions where pci = '${session.pci}'`,
    )
    expect(rows.rows).toEqual([{ sealed_key: null }])
  }, 60_000)

  test('behavior: the server notices a revocation on the chain', async () => {
    const session = await make()
    const prepared = await prepare(session, [claim(1n)])
    await session.revokeOnChain()
    expect((await world.send(await world.sign(prepared, session.key))).error.data?.code).toBe('session_revoked')
    const listed = await askSessions(world, `${chainId}:${session.account}`)
    expect(listed.json.pcis).toMatchObject([{ pci: session.pci, revokedAt: expect.any(Number) }])
  }, 60_000)

  test('behavior: a list has the state of the chain before the first use of a permission', async () => {
    const session = await make()
    await session.revokeOnChain()
    const listed = await askSessions(world, `${chainId}:${session.account}`)
    expect(listed.json.pcis).toMatchObject([{ pci: session.pci, revokedAt: expect.any(Number) }])
  }, 60_000)

  test('behavior: refuses an operation too close to the end of a period before the signature, and accepts it in the next one', async () => {
    const session = await make()
    const calls = [transfer(world.token, receiver, 100n)]
    const prepared = await prepare(session, calls)
    // One of the ten minutes has passed. Less remains than the half minute that the bundler requires.
    await world.node('evm_increaseTime', [520])
    await world.node('evm_mine')
    await until(async () => (await codeOf(prepare(session, calls))) === 'session_period_ending')
    expect((await world.send(await world.sign(prepared, session.key))).error.data?.code).toBe('session_period_ending')
    // A call without an allowance is only limited by the permission's expiry.
    expect(await codeOf(run(session, [claim(1n)]))).toBe('done')
    await world.node('evm_increaseTime', [30])
    await world.node('evm_mine')
    await until(async () => (await codeOf(run(session, calls))) === 'done')
  }, 60_000)

  test('error: refuses an expired permission, and one that is used up until its next period', async () => {
    const session = await make(1_500)
    expect(await run(session, [transfer(world.token, receiver, 100n)])).toMatchObject({ status: 200 })
    expect(await codeOf(prepare(session, [transfer(world.token, receiver, 1n)]))).toBe('session_limit')
    await world.node('evm_increaseTime', [601])
    await world.node('evm_mine')
    // Reads of the chain are shared for a moment. No real chain jumps this far in that time.
    await until(async () => (await codeOf(run(session, [transfer(world.token, receiver, 100n)]))) === 'done')
    expect(await codeOf(prepare(session, [transfer(world.token, receiver, 1n)]))).toBe('session_limit')
    const prepared = await prepare(session, [claim(1n)])
    await world.node('evm_increaseTime', [1_000])
    await world.node('evm_mine')
    expect(await codeOf(prepare(session, [claim(1n)]))).toBe('session_expired')
    expect((await world.send(await world.sign(prepared, session.key))).error.data?.code).toBe('session_expired')
  }, 60_000)

  test('error: a stranger cannot revoke', async () => {
    const session = await make()
    const thief = privateKeyToAccount(generatePrivateKey())
    const message = `Revoke session ${session.pci} of ${chainId}:${session.account}`
    const path = `${chainId}:${session.account}/revoke`
    for (const signature of [
      await signAsAccount({ owner: thief, account: session.account, message }),
      await thief.signMessage({ message }),
      // The owner's signature for its other account: not nested.
      await session.owner.signMessage({ message }),
    ]) {
      expect(await askSessions(world, path, { pci: session.pci, signature })).toMatchObject({ status: 401 })
    }
    const own = await thief.signMessage({ message: `Revoke session ${session.pci} of ${chainId}:${thief.address}` })
    const elsewhere = await askSessions(world, `${chainId}:${thief.address}/revoke`, {
      pci: session.pci,
      signature: own,
    })
    expect(elsewhere.json.code).toBe('session_unknown')
    expect(await prepare(session, [claim(1n)])).toBeDefined()
  }, 60_000)
})

test('threat 90: drops a permission’s waiting operations after its revocation', async () => {
  const session = await createTestSession({ world, permissions: permissionsOf(world.token) })
  const prepared = await prepare(session, [claim(1n)])
  // From here on, nothing is submitted. This must be the last test of the file.
  await world.smartAccounts.bundler.stop()
  const sent = await world.send(await world.sign(prepared, session.key))
  expect(await session.revokeAtServer()).toBe(200)
  expect(await world.ended(sent.result.id)).toMatchObject({ status: 400 })
}, 60_000)
