import { latchkeySessionsAbi } from '@latchkey/contracts'
import fc from 'fast-check'
import { zeroAddress } from 'viem'
import { concat, decodeAbiParameters, decodeFunctionData, encodeFunctionData, sliceHex } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../../../scripts/lib/fuzz.mjs'
import type { AccountCall } from '../calls/AccountCall.ts'
import { decodeCalls } from '../calls/decodeCalls.ts'
import { encodeCalls } from '../calls/encodeCalls.ts'
import { batchMode, callListType } from '../calls/executionMode.ts'
import { accountAbi } from '../contracts/abis.ts'
import { entryPoint08, smartAccountContracts } from '../contracts/addresses.ts'
import { packOperation } from '../operation/packOperation.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import { type SessionWorld, startSessionWorld, type TestSession, wordOf } from '../testing/startSessionWorld.ts'
import { checkCalls } from './checkCalls.ts'
import type { Grant } from './Grant.ts'
import { periodOf } from './periodOf.ts'
import { readSessionRefusal } from './readSessionRefusal.ts'
import type { SessionBreach } from './SessionBreach.ts'
import { sessionNonceKey } from './sessionNonceKey.ts'
import { stubSessionSignature } from './sessionSignature.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await startSessionWorld()
  await world.fund(account, '1000')
})
afterAll(() => world?.stop())

const account = '0x1000000000000000000000000000000000000001'
const places = [1, 2, 3].map((digit): `0x${string}` => `0x200000000000000000000000000000000000000${digit}`)
const [dollars = zeroAddress, euros = zeroAddress] = places
const coin = zeroAddress
const target = fc.constantFrom(...places, zeroAddress, account, smartAccountContracts.sessions, entryPoint08)
const selector = fc.constantFrom<`0x${string}`>(
  ...(['0x00000000', '0xa9059cbb', '0x095ea7b3', '0x23b872dd', '0x39509351'] as const),
  ...(['0xd73dd623', '0xa22cb465', '0x4000aea0', '0x87517c45', '0x12345678'] as const),
)
/** Small numbers, so that limits are met and missed by one. */
const amount = fc.oneof(
  { weight: 9, arbitrary: fc.bigInt(0n, 6n) },
  fc.constantFrom(2n ** 256n - 1n, 2n ** 160n, 2n ** 255n),
)
const anyGrant: fc.Arbitrary<Omit<Grant, 'signer' | 'coSigner'>> = fc
  .record({
    times: fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 300, max: 500 })),
    calls: fc.array(
      fc.record({
        target: fc.constantFrom(...places, zeroAddress),
        selector,
        valueLimit: amount,
        arguments: fc.array(fc.record({ index: fc.nat(3), condition: fc.nat(3), value: amount.map(wordOf) }), {
          maxLength: 2,
        }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    allowances: fc.uniqueArray(
      fc.record({
        token: fc.constantFrom(coin, dollars, euros),
        limit: fc.bigInt(0n, 12n),
        start: fc.integer({ min: 0, max: 200 }),
        period: fc.constantFrom(0, 60, 100),
      }),
      { selector: ({ token }) => token, minLength: 2, maxLength: 3 },
    ),
  })
  .map(({ times: [after, until], calls, allowances }) => ({
    ...{ validAfter: Math.min(after, until), validUntil: Math.max(after, until), allowances },
    // Only rules that the chain accepts. Another test covers invalid grants.
    calls: calls.map((rule) => {
      if (rule.selector === '0x00000000') return { ...rule, arguments: [] }
      return rule.target === zeroAddress ? { ...rule, target: dollars } : rule
    }),
  }))
const anyData = fc.oneof(
  { weight: 2, arbitrary: fc.constant<`0x${string}`>('0x') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<`0x${string}`>('0x00', '0xa9059c', '0x00000000', '0xa9059cbb', '0x12345678ff'),
  },
  {
    weight: 9,
    arbitrary: fc.tuple(selector, fc.array(amount, { maxLength: 4 }), fc.nat(8)).map(([head, words, cut]) => {
      const data = concat([head, ...words.map(wordOf)])
      return cut === 8 && words.length > 0 ? sliceHex(data, 0, 4 + 32 * words.length - 1) : data
    }),
  },
)
const anyCall: fc.Arbitrary<Required<AccountCall>> = fc.record({
  to: target,
  value: fc.oneof({ weight: 3, arbitrary: fc.constant(0n) }, amount),
  data: anyData,
})
/** Returns a call that matches a rule of a grant, so that not all calls are refused. */
const meantFor = (grant: Pick<Grant, 'calls'>, call: Required<AccountCall>, place: number): Required<AccountCall> => {
  const rule = grant.calls[place % grant.calls.length]
  if (!rule) return call
  const words = [0, 1, 2].map(
    (index) => rule.arguments.find((one) => one.index === index)?.value ?? wordOf(BigInt(place % 4)),
  )
  const isPayment = rule.selector === '0x00000000'
  return {
    to: rule.target === zeroAddress ? euros : rule.target,
    value: isPayment ? 1n + (call.value % 3n) : 0n,
    data: isPayment ? '0x' : concat([rule.selector, ...words]),
  }
}

/** Returns the contract's result for each operation, called as the account; an empty object if it refuses without a reason. */
async function judge(
  operations: readonly UserOperation[],
): Promise<{ answer?: bigint; breach?: SessionBreach | undefined }[]> {
  const requests = operations.map((operation, id) => {
    const args = [packOperation(operation), `0x${'00'.repeat(32)}`] as const
    const data = encodeFunctionData({ abi: latchkeySessionsAbi, functionName: 'validateUserOp', args })
    const call = { from: operation.sender, to: smartAccountContracts.sessions, data, gas: '0x1000000' }
    return { jsonrpc: '2.0', id, method: 'eth_call', params: [call, 'latest'] }
  })
  const [{ rpcUrl = '' } = {}] = world.devnet.chains
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(requests) })
  const answers = (await response.json()) as { result?: `0x${string}`; error?: { data?: `0x${string}` } }[]
  return answers.map(({ result, error }) =>
    result === undefined ? { breach: readSessionRefusal(error?.data ?? '0x') } : { answer: BigInt(result) },
  )
}

function operationOf({
  session,
  callData,
  at,
  gasCost,
}: {
  session: TestSession
  callData: `0x${string}`
  at: number
  gasCost: bigint
}): UserOperation {
  const paid = { paymaster: dollars, paymasterVerificationGasLimit: 1n, paymasterPostOpGasLimit: 1n } as const
  return {
    ...{ sender: account, nonce: sessionNonceKey(session.id) << 64n, callData },
    ...{ callGasLimit: 0n, verificationGasLimit: 0n, preVerificationGas: gasCost },
    ...{ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
    ...(gasCost === 0n ? paid : {}),
    signature: stubSessionSignature({ grant: session.grant, at }),
  }
}

describe('checkCalls and the contract', { timeout: 180_000 }, () => {
  it('behavior: both have the same result and the same reason for any batch', async () => {
    const counts: Record<string, number> = {}
    const asked = fc.record({
      list: fc.array(fc.tuple(anyCall, fc.nat(9)), { minLength: 1, maxLength: 3 }),
      at: fc.integer({ min: 0, max: 520 }),
      gasCost: fc.oneof({ weight: 8, arbitrary: fc.constant(0n) }, fc.bigInt(0n, 6n)),
    })
    await fc.assert(
      fc.asyncProperty(anyGrant, fc.array(asked, { minLength: 25, maxLength: 25 }), async (rules, questions) => {
        const session = await world.grant({ ...rules, of: account })
        const batches = questions.map(({ list, at, gasCost }) => ({
          calls: list.map(([call, place]) => (place > 0 ? meantFor(rules, call, place) : call)),
          ...{ at, gasCost },
        }))
        const operations = batches.map((batch) =>
          operationOf({ session, ...batch, callData: encodeCalls(batch.calls) }),
        )
        const verdicts = await judge(operations)
        for (const [index, batch] of batches.entries()) {
          const { breach, answer } = verdicts[index] ?? {}
          const expected = checkCalls({ grant: session.grant, account, ...batch })
          expect(comparable(breach)).toEqual(comparable(expected))
          if (!expected) expect(windowOf(answer ?? 0n)).toEqual(windowExpected({ session, ...batch }))
          const verdict = expected?.rule ?? 'allowed'
          counts[verdict] = (counts[verdict] ?? 0) + 1
        }
      }),
      { numRuns: runs({ fast: 80, full: 160 }), endOnFailure: true },
    )
    console.info('checkCalls and the contract agree:', counts)
    for (const verdict of ['allowed', 'call', 'allowance_missing', 'allowance_exceeded', 'gas', 'window']) {
      expect(counts[verdict], verdict).toBeGreaterThan(10)
    }
  })

  it('behavior: tampered call data is refused, or decoded like in the account', async () => {
    const session = await world.grant({
      of: account,
      calls: [
        {
          target: dollars,
          selector: '0xa9059cbb',
          valueLimit: 0n,
          arguments: [{ index: 0, condition: 0, value: wordOf(7n) }],
        },
        { target: euros, selector: '0x12345678', valueLimit: 2n, arguments: [] },
        { target: zeroAddress, selector: '0x00000000', valueLimit: 3n, arguments: [] },
      ],
      allowances: [dollars, coin].map((token) => ({ token, limit: 9n, start: 0, period: 60 })),
    })
    const batch: AccountCall[] = [
      { to: dollars, data: concat(['0xa9059cbb', wordOf(7n), wordOf(2n)]) },
      { to: euros, value: 1n, data: '0x12345678ff' },
      { to: places[2] ?? euros, value: 2n },
    ]
    const wholes = [encodeCalls(batch), encodeCalls(batch.slice(0, 1)), encodeCalls(batch.slice(1, 2))]
    const change = fc.tuple(
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.oneof(fc.integer({ min: 1, max: 255 }), fc.constantFrom(1, 32, 64, 96)),
    )
    const tampered = fc
      .tuple(
        fc.constantFrom(...wholes),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(-32, -1, 0, 0, 0, 1, 32),
      )
      .map(([whole, changes, longer]): `0x${string}` => {
        const bytes = Buffer.from(whole.slice(2), 'hex')
        for (const [place, by] of changes) {
          const index = Math.floor(place * bytes.length)
          bytes[index] = (bytes[index] ?? 0) ^ by
        }
        const cut = longer < 0 ? bytes.subarray(0, bytes.length + longer) : Buffer.concat([bytes, Buffer.alloc(longer)])
        return `0x${cut.toString('hex')}`
      })
    const untouched = await judge(wholes.map((callData) => operationOf({ session, callData, at: 100, gasCost: 0n })))
    for (const { answer } of untouched) expect(answer).toBeDefined()
    let accepted = 0
    for (let round = 0; round < 8; round += 1) {
      const samples = fc.sample(tampered, { numRuns: runs({ fast: 80, full: 200 }), seed: 20_261_120 + round })
      const verdicts = await judge(samples.map((callData) => operationOf({ session, callData, at: 100, gasCost: 0n })))
      for (const [index, callData] of samples.entries()) {
        if (verdicts[index]?.answer === undefined) continue
        accepted += 1
        const calls = readAsTheAccount(callData)
        expect(checkCalls({ grant: session.grant, calls, account, at: 100 }), callData).toBeUndefined()
        // The same for our own decoder, if it accepts the form.
        expect(decodeCalls(callData) ?? calls).toEqual(calls)
      }
    }
    console.info('tampered call data that was still allowed, and read alike:', accepted)
    expect(accepted).toBeGreaterThan(10)
  })
})

/** Follows all offsets, like an account. */
function readAsTheAccount(callData: `0x${string}`): Required<AccountCall>[] {
  const { args = [] } = decodeFunctionData({ abi: accountAbi, data: callData })
  const [mode, execution] = args as [`0x${string}`, `0x${string}`]
  if (mode === batchMode) {
    const [list] = decodeAbiParameters([callListType], execution)
    return list.map((call) => ({ to: call.target, value: call.value, data: call.callData }))
  }
  const data = execution.length > 2 + 104 ? sliceHex(execution, 52) : '0x'
  const [to, value] = decodeAbiParameters(
    [{ type: 'address' }, { type: 'uint256' }],
    concat([wordOf(sliceHex(execution, 0, 20)), sliceHex(execution, 20, 52)]),
  )
  return [{ to, value, data }]
}

/** The chain does not report the allowance of a time error. */
function comparable(breach: SessionBreach | undefined) {
  if (!breach) return undefined
  const { details: _, allowance, ...rest } = breach
  return rest.rule === 'window' ? rest : { ...rest, allowance }
}

function windowOf(answer: bigint) {
  return { validUntil: Number((answer >> 160n) & 0xffff_ffff_ffffn), validAfter: Number(answer >> 208n) }
}

/** Returns the time of the permission, limited by every period of an allowance in use. */
function windowExpected({
  session,
  calls,
  at,
  gasCost,
}: {
  session: TestSession
  calls: Required<AccountCall>[]
  at: number
  gasCost: bigint
}) {
  let { validAfter: begin, validUntil: end } = session.grant
  for (const allowance of session.grant.allowances) {
    // An allowance is in use if a limit of 0 would be too low.
    const none = session.grant.allowances.map((one) => (one === allowance ? { ...one, limit: 0n } : one))
    const grant = { ...session.grant, allowances: none }
    if (!checkCalls({ grant, calls, account, at, gasCost })) continue
    const period = periodOf({ allowance, at })
    begin = Math.max(begin, period?.startsAt ?? 0)
    end = Math.min(end, (period?.endsAt ?? Number.POSITIVE_INFINITY) - 1)
  }
  return { validAfter: Math.max(0, begin - 1), validUntil: end }
}
