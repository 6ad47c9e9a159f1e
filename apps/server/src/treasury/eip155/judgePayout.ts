import { randomBytes } from 'node:crypto'
import { type AccountId, nativeEvmAddress, parseAccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  isAddress,
  numberToHex,
  parseAbi,
} from 'viem/utils'
import type { Revert } from '../../chains/node/createChainNode.ts'
import { type GasOffer, offerFees } from '../../chains/node/gasMarket.ts'
import { readDataFee } from '../../chains/node/readDataFee.ts'
import { hasFailedOnChain, type StoredPayout } from '../store/payoutStore.ts'
import type { EvmScope } from './EvmScope.ts'
import { isNative, toCall } from './toCall.ts'
import { usualGas } from './usualGas.ts'

type Hex = `0x${string}`

const balanceAbi = parseAbi(['function balanceOf(address owner) view returns (uint256)'])

/** One day in milliseconds: a receiver whose payout failed on the chain gets no payout for this time. */
const failureCounts = 86_400_000

/** Gas limit of a native payment to a contract, and the minimum of any transaction. */
const contractGas = 100_000n
const leastGas = 21_000n
/** Node messages for a call whose gas limit is too low. */
const outOfGas = /^(out of gas|EVM error OutOfGas|gas required exceeds)/i

/** Amounts that signed payouts may still need, base units by asset. Costs are in the native token. */
export type Reserved = { amounts: ReadonlyMap<string, bigint>; costs: bigint }

/**
 * Result for a payout: `ready` with its gas and fees; `refused` permanently by the network; `lacking` funds of the treasury
 * for now.
 */
export type Judged =
  | { kind: 'ready'; gas: bigint; offer: GasOffer; isLegacy: boolean }
  | { kind: 'refused'; reason: string }
  | { kind: 'lacking'; reason: string }

const tooMuchGas = { kind: 'refused', reason: 'The receiver’s code takes too much gas' } as const

/**
 * Checks a payout against the current chain before anything is signed.
 *
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function judgePayout(
  scope: EvmScope,
  { payout, reserved }: { payout: StoredPayout; reserved: Reserved },
): Promise<Judged> {
  const { context, chainId, node, view, signer } = scope
  const { asset, amount, receiver, isRehearsal } = payout
  if (isRehearsal) return { kind: 'refused', reason: 'A rehearsal of a payout that the network refuses' }
  if (!isAddress(receiver, { strict: false })) return { kind: 'refused', reason: 'The receiver is no address' }
  const from = signer.address
  const native = isNative(asset)
  const { to, value, data } = toCall(payout)
  if ([from, ...(native ? [] : [to])].some((own) => own.toLowerCase() === receiver.toLowerCase())) {
    return { kind: 'refused', reason: 'The receiver is the treasury itself, or the token' }
  }
  const since = new Date(context.clock.now() - failureCounts)
  if (await hasFailedOnChain(context.database, { chainId, receiver, since })) {
    return { kind: 'refused', reason: 'A payout to this receiver failed on the chain; for a day nothing is paid to it' }
  }
  const ofAsset = (reserved.amounts.get(asset) ?? 0n) + amount
  // Read the balance again: an earlier value may include an amount that a mined payout has spent since.
  const coins = await node.balance(from)
  const has = native ? coins : await readTokenBalance(scope, asset as AccountId)
  if (has < ofAsset) return { kind: 'lacking', reason: `The treasury lacks ${ofAsset - has} of ${asset}` }

  const { market } = await view.now()
  const offer = offerFees(market).standard
  const dataFee = await readDataFee(scope, { from, to, data, market })
  // Rollups that charge data as gas include it in their estimate.
  const most = (await measureMost(scope, payout)) + dataFee
  const lacking = (short: bigint): Judged => ({
    kind: 'lacking',
    reason: `The treasury lacks ${short} of the network’s coin`,
  })
  const affordable = (coins - value) / offer.maxFeePerGas
  if (affordable < leastGas) return lacking(value + leastGas * offer.maxFeePerGas - coins)
  const isShort = affordable < most
  const call = {
    ...{ from, to, data, gas: numberToHex(isShort ? affordable : most), ...priceOf(offer, market.isLegacy) },
    ...(value > 0n ? { value: numberToHex(value) } : {}),
  }
  // Call with the real gas price: with a price of 0, a contract could detect the simulation.
  const outcome = await node.callPaid(call)
  if ('unpaid' in outcome) return { kind: 'lacking', reason: 'The treasury lacks the network’s coin' }
  const isOut = (message: string) => outOfGas.test(message)
  if ('revert' in outcome) {
    const { message } = outcome.revert
    if (isOut(message)) return isShort ? lacking((most - affordable) * offer.maxFeePerGas) : tooMuchGas
    return refusedBy(outcome.revert)
  }
  // An empty result is fine, `false` is not.
  if (!native && /^0x0{64}$/.test(outcome.data)) return { kind: 'refused', reason: 'The token refuses the payment' }
  const estimate = await estimateGas(scope, call)
  if (typeof estimate !== 'bigint') {
    if (!isOut(estimate.message)) return refusedBy(estimate)
    return isShort ? lacking((most - affordable) * offer.maxFeePerGas) : tooMuchGas
  }
  if (estimate > most) return tooMuchGas
  const wished = (estimate * 5n) / 4n + 5_000n
  const gas = wished < most ? wished : most
  const cost = (gas + dataFee) * offer.maxFeePerGas
  const coin = `${chainId}:${nativeEvmAddress}`
  const short = (reserved.amounts.get(coin) ?? 0n) + reserved.costs + cost + value - coins
  if (short > 0n) return lacking(short)
  return { kind: 'ready', gas, offer, isLegacy: market.isLegacy }
}

/** Returns the account's balance of a token, base units; 0 if there is no such token. */
export async function readTokenBalance({ node, signer }: EvmScope, asset: AccountId): Promise<bigint> {
  const data = encodeFunctionData({ abi: balanceAbi, functionName: 'balanceOf', args: [signer.address] })
  const to = parseAccountId(asset).address as Hex
  const outcome = await node.call({ from: signer.address, to, data })
  if ('revert' in outcome || outcome.data.length < 66) return 0n
  return decodeFunctionResult({ abi: balanceAbi, functionName: 'balanceOf', data: outcome.data })
}

/**
 * Returns the maximum gas of a payout: twice the gas of a payout to an address without code. It limits how much gas the
 * receiver's code can cost the treasury.
 */
async function measureMost(scope: EvmScope, { asset, amount }: StoredPayout): Promise<bigint> {
  const fresh = `0x${randomBytes(20).toString('hex')}` as const
  const native = isNative(asset)
  const { to, value, data } = toCall({ asset, amount, receiver: fresh })
  const call = { from: scope.signer.address, to, data, ...(value > 0n ? { value: numberToHex(value) } : {}) }
  const measured = await estimateGas(scope, call)
  const twice = (typeof measured === 'bigint' ? measured : native ? usualGas.native : usualGas.token) * 2n
  // Contract accounts run code when they receive native tokens.
  return native && twice < contractGas ? contractGas : twice
}

function priceOf({ maxFeePerGas, maxPriorityFeePerGas }: GasOffer, isLegacy: boolean) {
  const [most, tip] = [numberToHex(maxFeePerGas), numberToHex(maxPriorityFeePerGas)]
  return isLegacy ? { gasPrice: most } : { maxFeePerGas: most, maxPriorityFeePerGas: tip }
}

async function estimateGas({ node, name }: EvmScope, call: object): Promise<bigint | Revert> {
  const [outcome] = await node.together([{ method: 'eth_estimateGas', params: [call] }])
  if (outcome && 'result' in outcome && typeof outcome.result === 'string') return BigInt(outcome.result)
  const { code, message } = outcome && 'error' in outcome ? outcome.error : { code: 0, message: 'no answer' }
  if (code === 3 || /^execution reverted/i.test(message) || outOfGas.test(message)) return { data: undefined, message }
  throw new ServiceError('upstream_unavailable', {
    message: `${name} does not answer as it should at the moment`,
    details: `eth_estimateGas: ${message.slice(0, 300)}`,
    retryAfter: 1,
  })
}

function refusedBy({ data }: Revert): Judged {
  const words = readWords(data)
  return { kind: 'refused', reason: `The network refuses the payment${words ? `: ${words}` : ''}` }
}

function readWords(data: Hex | undefined): string | undefined {
  if (!data || data === '0x') return undefined
  try {
    const { args } = decodeErrorResult({ abi: [], data })
    return args ? String(args[0]).slice(0, 200) : data.slice(0, 10)
  } catch {
    return data.slice(0, 10)
  }
}
