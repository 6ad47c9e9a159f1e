import { zeroAddress } from 'viem'
import { getAddress, hexToBigInt, isAddressEqual, size, sliceHex } from 'viem/utils'
import type { AccountCall } from '../calls/AccountCall.ts'
import { entryPoint08, smartAccountContracts } from '../contracts/addresses.ts'
import { argumentConditions, type CallRule, type Grant } from './Grant.ts'
import { periodOf } from './periodOf.ts'
import type { SessionBreach } from './SessionBreach.ts'
import { countedFunctions, uncountableFunctions } from './tokenFunctions.ts'

/** Calls of a permission to check. */
export type CheckCalls = {
  grant: Grant
  calls: readonly AccountCall[]
  /** Undefined skips the check that a permission never calls its own account. */
  account?: `0x${string}`
  /** Unix seconds: the time that the operation claims. Undefined skips the checks of times. */
  at?: number
  /** Used base units of each allowance in its period (default 0). */
  spent?: readonly bigint[]
  /** Maximum wei of the operation's gas, if the account pays for it (default 0). */
  gasCost?: bigint
}

/**
 * Returns the first rule of a permission that a batch breaks; undefined if the chain would accept it. The result and the
 * order of the checks are those of `LatchkeySessions`.
 */
export function checkCalls({
  grant,
  calls,
  account,
  at,
  spent = [],
  gasCost = 0n,
}: CheckCalls): SessionBreach | undefined {
  const used = grant.allowances.map(() => 0n)
  if (gasCost > 0n) {
    const breach = add(grant, used, zeroAddress, gasCost)
    if (breach === 'missing') return { rule: 'gas', details: 'The permission has no spending limit for network costs' }
    if (breach) return breach
  }
  if (calls.length === 0) return { rule: 'calls', details: 'No call' }
  for (const [index, call] of calls.entries()) {
    const breach = checkCall({ grant, call, index, used, account })
    if (breach) return breach
  }
  return checkPeriods({ grant, used, spent, at })
}

function checkCall({
  grant,
  call: { to, value = 0n, data = '0x' },
  index,
  used,
  account,
}: {
  grant: Grant
  call: AccountCall
  index: number
  used: bigint[]
  account: `0x${string}` | undefined
}): SessionBreach | undefined {
  const own: `0x${string}`[] = [
    zeroAddress,
    smartAccountContracts.sessions,
    entryPoint08,
    ...(account ? [account] : []),
  ]
  const isOwn = own.some((address) => isAddressEqual(address, to))
  if (isOwn || !grant.calls.some((rule) => allows(rule, { to, value, data })))
    return { rule: 'call', call: index, details: `No rule allows this call of ${getAddress(to)}` }
  if (value > 0n) {
    const breach = add(grant, used, zeroAddress, value)
    if (breach) return breach === 'missing' ? missing(index, 'No allowance for the value') : breach
  }
  if (data === '0x') return undefined
  const selector = sliceHex(data, 0, 4).toLowerCase()
  const word = countedFunctions.get(selector)
  const hasAllowance = grant.allowances.some(({ token }) => isAddressEqual(token, to))
  if (hasAllowance !== (word !== undefined) || (!hasAllowance && uncountableFunctions.has(selector)))
    return missing(
      index,
      hasAllowance ? 'A token with a spending limit allows only calls that the limit counts' : 'No allowance',
    )
  if (word === undefined) return undefined
  const amount = wordAt(data, word)
  if (amount === undefined) return { rule: 'call', call: index, details: 'The amount is missing' }
  const breach = add(grant, used, to, amount)
  return breach === 'missing' ? missing(index, 'No allowance') : breach
}

function checkPeriods({
  grant,
  used,
  spent,
  at,
}: {
  grant: Grant
  used: readonly bigint[]
  spent: readonly bigint[]
  at: number | undefined
}): SessionBreach | undefined {
  for (const [place, allowance] of grant.allowances.entries()) {
    const amount = used[place] ?? 0n
    if (amount === 0n) continue
    if (at !== undefined && !periodOf({ allowance, at }))
      return { rule: 'window', allowance: place, details: `This allowance begins at ${allowance.start}` }
    if (amount > allowance.limit - (spent[place] ?? 0n)) return exceeded(place)
  }
  const { validAfter, validUntil } = grant
  if (at !== undefined && (validUntil === 0 || at < validAfter || at > validUntil))
    return { rule: 'window', details: `The permission lasts from ${validAfter} to ${validUntil}` }
  return undefined
}

function allows(rule: CallRule, { to, value, data }: Required<AccountCall>): boolean {
  const length = size(data)
  if (length === 0 ? value === 0n : length < 4) return false
  const selector = length === 0 ? 0n : hexToBigInt(sliceHex(data, 0, 4))
  if (length > 0 && selector === 0n) return false
  const isTarget = isAddressEqual(rule.target, to) || (length === 0 && isAddressEqual(rule.target, zeroAddress))
  return (
    isTarget &&
    hexToBigInt(rule.selector) === selector &&
    value <= rule.valueLimit &&
    rule.arguments.every(({ index, condition, value: expected }) => {
      const word = wordAt(data, index)
      return word !== undefined && holds(word, condition, BigInt(expected))
    })
  )
}

function holds(word: bigint, condition: number, expected: bigint): boolean {
  if (condition === argumentConditions.equal) return word === expected
  if (condition === argumentConditions.notEqual) return word !== expected
  if (condition === argumentConditions.atMost) return word <= expected
  return condition === argumentConditions.atLeast && word >= expected
}

/** Returns one word after the selector; undefined if the data is too short. */
function wordAt(data: `0x${string}`, index: number): bigint | undefined {
  const begin = 4 + index * 32
  return size(data) < begin + 32 ? undefined : hexToBigInt(sliceHex(data, begin, begin + 32))
}

/** Adds an amount to the use of a token's allowance, within one operation. */
function add(
  { allowances }: Grant,
  used: bigint[],
  token: `0x${string}`,
  amount: bigint,
): SessionBreach | 'missing' | undefined {
  const place = allowances.findIndex((allowance) => isAddressEqual(allowance.token, token))
  const allowance = allowances[place]
  if (!allowance) return 'missing'
  const before = used[place] ?? 0n
  if (amount > allowance.limit - before) return exceeded(place)
  used[place] = before + amount
  return undefined
}

function exceeded(allowance: number): SessionBreach {
  return { rule: 'allowance_exceeded', allowance, details: `More than the rest of spending limit ${allowance}` }
}

function missing(call: number, details: string): SessionBreach {
  return { rule: 'allowance_missing', call, details }
}
