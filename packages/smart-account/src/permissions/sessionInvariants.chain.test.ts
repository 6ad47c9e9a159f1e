import fc from 'fast-check'
import { erc20Abi, zeroAddress } from 'viem'
import { encodeFunctionData, isAddressEqual } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../../../scripts/lib/fuzz.mjs'
import type { AccountCall } from '../calls/AccountCall.ts'
import {
  type SessionWorld,
  startSessionWorld,
  type TestSession,
  testKey,
  testPasskey,
} from '../testing/startSessionWorld.ts'
import { checkCalls } from './checkCalls.ts'
import type { Grant } from './Grant.ts'
import { periodOf } from './periodOf.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await startSessionWorld()
}, 120_000)
afterAll(() => world?.stop())

const receiver = '0x00000000000000000000000000000000000d00d1'
const stranger = '0x00000000000000000000000000000000000d00d2'
const router = '0x00000000000000000000000000000000000d00d3'

type Action = { kind: 'transfer' | 'approve' | 'pay' | 'steal' | 'other'; amount: bigint; isOtherToken: boolean }
type Step =
  | { do: 'act'; session: number; actions: Action[]; lie: number; twice: boolean }
  | { do: 'travel'; seconds: number }
  | { do: 'revoke'; session: number }

const amount = fc.bigInt(1n, 7n)
const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.oneof(
    { weight: 5, arbitrary: fc.constant('transfer' as const) },
    { weight: 2, arbitrary: fc.constantFrom('approve' as const, 'pay' as const) },
    { weight: 1, arbitrary: fc.constantFrom('steal' as const, 'other' as const) },
  ),
  amount,
  isOtherToken: fc.boolean(),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      session: fc.nat(1),
      actions: fc.array(action, { minLength: 1, maxLength: 3 }),
      // Seconds by which the operation claims a wrong time.
      lie: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.constantFrom(-150, -60, 60, 150)),
      twice: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('travel' as const), seconds: fc.integer({ min: 5, max: 90 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const), session: fc.nat(1) }) },
)
const limits = fc.record({
  limit: fc.bigInt(4n, 15n),
  start: fc.integer({ min: -70, max: 20 }),
  period: fc.constantFrom(0, 60, 100),
})
const plan = fc.record({
  sessions: fc.tuple(
    ...[0, 1].map(() =>
      fc.record({ token: limits, other: limits, coin: limits, until: fc.integer({ min: 200, max: 900 }) }),
    ),
  ),
  steps: fc.array(step, { minLength: 16, maxLength: 16 }),
})

function grantOf(
  from: number,
  { token, other, coin, until }: { token: Limit; other: Limit; coin: Limit; until: number },
) {
  const transfer = { selector: '0xa9059cbb', valueLimit: 0n } as const
  const toReceiver = [{ index: 0, condition: 0, value: `0x${receiver.slice(2).padStart(64, '0')}` as const }]
  return {
    ...{ validAfter: from, validUntil: from + until },
    calls: [
      { ...transfer, target: world.token, arguments: toReceiver },
      { ...transfer, target: world.otherToken, arguments: toReceiver },
      { ...transfer, target: world.token, selector: '0x095ea7b3', arguments: [] },
      { ...transfer, target: world.otherToken, selector: '0x095ea7b3', arguments: [] },
      { target: receiver, selector: '0x00000000', valueLimit: 5n, arguments: [] },
    ],
    allowances: [
      { token: world.token, limit: token.limit, start: from + token.start, period: token.period },
      { token: world.otherToken, limit: other.limit, start: from + other.start, period: other.period },
      { token: zeroAddress, limit: coin.limit, start: from + coin.start, period: coin.period },
    ],
  } satisfies Partial<Grant>
}
type Limit = { limit: bigint; start: number; period: number }

function callOf({ kind, amount: value, isOtherToken }: Action): AccountCall {
  const to = isOtherToken ? world.otherToken : world.token
  const erc20 = (functionName: 'transfer' | 'approve', who: `0x${string}`) =>
    encodeFunctionData({ abi: erc20Abi, functionName, args: [who, value] })
  if (kind === 'pay') return { to: receiver, value }
  if (kind === 'other') return { to: stranger, value }
  return {
    to,
    data: kind === 'approve' ? erc20('approve', router) : erc20('transfer', kind === 'steal' ? stranger : receiver),
  }
}

/** Returns the balances on the chain. */
async function balances() {
  const { client, account, token, otherToken } = world
  const read = (address: `0x${string}`, who: `0x${string}`) =>
    client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [who] })
  const [coins, strangers, tokens, others, stolen, stolenOthers] = await Promise.all([
    client.getBalance({ address: account }),
    client.getBalance({ address: stranger }),
    read(token, account),
    read(otherToken, account),
    read(token, stranger),
    read(otherToken, stranger),
  ])
  return { coins, strangers, tokens, others, stolen, stolenOthers }
}

/** Tracks the use of each allowance independently of the contract. */
function createBooks() {
  const used = new Map<string, bigint>()
  const key = (session: TestSession, place: number, index: bigint) => `${session.id}/${place}/${index}`
  return {
    used,
    spentAt: (session: TestSession, at: number) =>
      session.grant.allowances.map(
        (allowance, place) => used.get(key(session, place, periodOf({ allowance, at })?.index ?? -1n)) ?? 0n,
      ),
    add(session: TestSession, at: number, token: `0x${string}`, value: bigint) {
      const place = session.grant.allowances.findIndex((one) => isAddressEqual(one.token, token))
      const allowance = session.grant.allowances[place]
      const period = allowance && periodOf({ allowance, at })
      if (!period) throw new Error('nothing counts that')
      const name = key(session, place, period.index)
      used.set(name, (used.get(name) ?? 0n) + value)
    },
  }
}

describe('any use of permissions over time', { timeout: 300_000 }, () => {
  it('behavior: the amount in a period never exceeds its limit, nothing happens outside the rules, and revoked permissions stay revoked', async () => {
    const counts = { sequences: 0, operations: 0, ran: 0, refused: 0, revoked: 0 }
    await fc.assert(
      fc.asyncProperty(plan, async ({ sessions: wanted, steps }) => {
        counts.sequences += 1
        const from = (await world.now()) + 1
        const keys = [testKey('fuzz'), testPasskey('fuzz')]
        const sessions: TestSession[] = []
        for (const [place, want] of wanted.entries()) {
          sessions.push(await world.grant({ ...grantOf(from, want), key: keys[place] ?? testKey('fuzz') }))
        }
        const books = createBooks()
        const revoked = new Set<number>()
        const left = { coins: 0n, tokens: 0n, others: 0n }
        const before = await balances()

        for (const one of steps) {
          const now = await world.now()
          if (one.do === 'travel') {
            await world.travelTo(now + one.seconds)
            continue
          }
          const session = sessions[one.session]
          if (!session) continue
          if (one.do === 'revoke') {
            // The account pays for this transaction itself.
            const { coins } = await balances()
            await world.revoke(session.id)
            left.coins += coins - (await balances()).coins
            revoked.add(session.id)
            counts.revoked += 1
            continue
          }
          // The block's time is fixed, so that the expected result is.
          const time = now + 2
          const at = time + one.lie
          const calls = one.actions.map(callOf)
          const rounds = one.twice ? 2 : 1
          const operations = []
          let expected: string | undefined
          const spent = books.spentAt(session, at)
          for (let round = 0; round < rounds; round += 1) {
            const next = await world.operate({ session, calls, at, claim: { time, validUntil: time + 60 } })
            const nonce = next.nonce + BigInt(round)
            operations.push(
              round === 0
                ? next
                : await world.operate({ session, calls, at, nonce, claim: { time, validUntil: time + 60 } }),
            )
            expected ??= checkCalls({ grant: session.grant, calls, account: world.account, at, spent })?.rule
            for (const { to, value = 0n, data = '0x' } of calls) {
              for (const [place, allowance] of session.grant.allowances.entries()) {
                const value_ = isAddressEqual(allowance.token, zeroAddress)
                  ? value
                  : isAddressEqual(allowance.token, to) && data !== '0x'
                    ? BigInt(`0x${data.slice(-64)}`)
                    : 0n
                spent[place] = (spent[place] ?? 0n) + value_
              }
            }
          }
          if (revoked.has(session.id)) expected = 'session'
          if (!expected && one.lie !== 0 && isElsewhere(session, calls, at, time)) expected = 'time'

          await world.node.setNextBlockTimestamp({ timestamp: BigInt(time) })
          let ran = false
          try {
            const { outcomes } = await world.bundle(operations)
            ran = true
            expect(outcomes.map(({ success }) => success)).toEqual(operations.map(() => true))
          } catch (error) {
            if (!/undone/.test(String(error))) throw error
          }
          counts.operations += rounds
          counts[ran ? 'ran' : 'refused'] += rounds
          expect(
            ran,
            `${expected}: ${JSON.stringify({ one, at, time }, (_, v) => (typeof v === 'bigint' ? String(v) : v))}`,
          ).toBe(expected === undefined)
          if (!ran) continue
          for (let round = 0; round < rounds; round += 1) {
            for (const [place, { kind, amount: value, isOtherToken }] of one.actions.entries()) {
              books.add(session, time, kind === 'pay' ? zeroAddress : (calls[place]?.to ?? zeroAddress), value)
              if (kind === 'pay') left.coins += value
              if (kind === 'transfer') left[isOtherToken ? 'others' : 'tokens'] += value
            }
          }
        }

        const after = await balances()
        expect(after).toEqual({
          ...before,
          coins: before.coins - left.coins,
          tokens: before.tokens - left.tokens,
          others: before.others - left.others,
        })
        for (const [name, value] of books.used) {
          const [id = 0, place = 0, index = 0] = name.split('/').map(Number)
          const limit = sessions.find((one) => one.id === id)?.grant.allowances[place]?.limit ?? 0n
          expect(value).toBeLessThanOrEqual(limit)
          expect(await world.spent(id, place, BigInt(index))).toBe(value)
        }
      }),
      { numRuns: runs({ fast: 9, full: 30 }), endOnFailure: true },
    )
    console.info('permissions over time:', counts)
    expect(counts.ran).toBeGreaterThan(25)
    expect(counts.refused).toBeGreaterThan(60)
  })
})

/** Returns whether the claimed time is in another period of a used allowance than the block's time. */
function isElsewhere({ grant }: TestSession, calls: readonly AccountCall[], at: number, time: number): boolean {
  if (time < grant.validAfter || time > grant.validUntil) return true
  return grant.allowances.some((allowance) => {
    const isUsed = calls.some(({ to, value = 0n, data }) =>
      isAddressEqual(allowance.token, zeroAddress)
        ? value > 0n
        : data !== undefined && isAddressEqual(allowance.token, to),
    )
    return isUsed && periodOf({ allowance, at })?.index !== periodOf({ allowance, at: time })?.index
  })
}
