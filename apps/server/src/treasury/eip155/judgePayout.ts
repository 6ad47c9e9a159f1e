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

/** A day, milliseconds: for so long nothing is paid to a receiver at whom a payout failed on the chain. */
const failureCounts = 86_400_000

/** Gas of a payment of the coin to a contract, and of any transaction at least. */
const contractGas = 100_000n
const leastGas = 21_000n
/** The gas that a call was given is not enough for it, in words of nodes. */
const outOfGas = /^(out of gas|EVM error OutOfGas|gas required exceeds)/i

/** What payouts that are signed and not known to be mined may still take, base units by asset; costs are of the native coin. */
export type Reserved = { amounts: ReadonlyMap<string, bigint>; costs: bigint }

/** How a payout would go: under these conditions; never, because the network refuses it; not now, because the treasury lacks something. */
export type Judged =
  | { kind: 'ready'; gas: bigint; offer: GasOffer; isLegacy: boolean }
  | { kind: 'refused'; reason: string }
  | { kind: 'lacking'; reason: string }

/** Refused by the network; in words. */
const tooMuchGas = { kind: 'refused', reason: 'The receiver’s code takes too much gas' } as const

/**
 * Judges a payout on the chain as it is now, before anything is signed.
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
  // Read anew: one that was read before something was seen to be mined has that in it still.
  const coins = await node.balance(from)
  const has = native ? coins : await readTokenBalance(scope, asset as AccountId)
  if (has < ofAsset) return { kind: 'lacking', reason: `The treasury lacks ${ofAsset - has} of ${asset}` }

  const { market } = await view.now()
  const offer = offerFees(market).standard
  const dataFee = await readDataFee(scope, { from, to, data, market })
  // Rollups that count data as gas have it in what they estimate.
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
  // With the price that is paid: code that is told it costs nothing knows that it is only asked.
  const outcome = await node.callPaid(call)
  if ('unpaid' in outcome) return { kind: 'lacking', reason: 'The treasury lacks the network’s coin' }
  const isOut = (message: string) => outOfGas.test(message)
  if ('revert' in outcome) {
    const { message } = outcome.revert
    if (isOut(message)) return isShort ? lacking((most - affordable) * offer.maxFeePerGas) : tooMuchGas
    return refusedBy(outcome.revert)
  }
  // Tokens that answer nothing at all are fine; those that answer no are not.
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

/** What the account has of a token, base units; 0 where there is no such token. */
export async function readTokenBalance({ node, signer }: EvmScope, asset: AccountId): Promise<bigint> {
  const data = encodeFunctionData({ abi: balanceAbi, functionName: 'balanceOf', args: [signer.address] })
  const to = parseAccountId(asset).address as Hex
  const outcome = await node.call({ from: signer.address, to, data })
  if ('revert' in outcome || outcome.data.length < 66) return 0n
  return decodeFunctionResult({ abi: balanceAbi, functionName: 'balanceOf', data: outcome.data })
}

/**
 * Measures the gas that a payout may take at most: twice what it takes to an address that has no code; a receiver's code is not to cost the
 * treasury whatever it likes.
 */
async function measureMost(scope: EvmScope, { asset, amount }: StoredPayout): Promise<bigint> {
  const fresh = `0x${randomBytes(20).toString('hex')}` as const
  const native = isNative(asset)
  const { to, value, data } = toCall({ asset, amount, receiver: fresh })
  const call = { from: scope.signer.address, to, data, ...(value > 0n ? { value: numberToHex(value) } : {}) }
  const measured = await estimateGas(scope, call)
  const twice = (typeof measured === 'bigint' ? measured : native ? usualGas.native : usualGas.token) * 2n
  // Accounts that are contracts note what they are sent.
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
