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
import type { StoredPayout } from '../store/payoutStore.ts'
import type { EvmScope } from './EvmScope.ts'
import { isNative, toCall } from './toCall.ts'

type Hex = `0x${string}`

const balanceAbi = parseAbi(['function balanceOf(address owner) view returns (uint256)'])

/** Units of gas that a payment may take: a receiver's code is not to cost the treasury whatever it likes. */
const gasAtMost = 400_000n

/** What payouts that are signed and not known to be mined may still take, base units by asset; costs are of the native coin. */
export type Reserved = { amounts: ReadonlyMap<string, bigint>; costs: bigint }

/** How a payout would go: under these conditions; never, because the network refuses it; not now, because something is lacking. */
export type Judged =
  | { kind: 'ready'; gas: bigint; offer: GasOffer; isLegacy: boolean }
  | { kind: 'refused'; reason: string }
  | { kind: 'lacking'; reason: string }

/**
 * Judges a payout on the chain as it is now, before anything is signed.
 *
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function judgePayout(
  scope: EvmScope,
  { payout, reserved }: { payout: StoredPayout; reserved: Reserved },
): Promise<Judged> {
  const { node, view, signer } = scope
  const { asset, amount, receiver, isRehearsal } = payout
  if (isRehearsal) return { kind: 'refused', reason: 'A rehearsal of a payout that the network refuses' }
  if (!isAddress(receiver, { strict: false })) return { kind: 'refused', reason: 'The receiver is no address' }
  const from = signer.address
  const native = isNative(asset)
  const ofAsset = (reserved.amounts.get(asset) ?? 0n) + amount
  // Read anew: one that was read before something was seen to be mined has that in it still.
  const coins = await node.balance(from)
  const has = native ? coins : await readTokenBalance(scope, asset as AccountId)
  if (has < ofAsset) return { kind: 'lacking', reason: `The treasury lacks ${ofAsset - has} of ${asset}` }

  const { to, value, data } = toCall(payout)
  const call = { from, to, data, ...(value > 0n ? { value: numberToHex(value) } : {}) }
  const outcome = await node.call(call)
  if ('revert' in outcome) return refusedBy(outcome.revert)
  // Tokens that answer nothing at all are fine; those that answer no are not.
  if (!native && /^0x0{64}$/.test(outcome.data)) return { kind: 'refused', reason: 'The token refuses the payment' }
  const estimate = await estimateGas(scope, call)
  if (typeof estimate !== 'bigint') return refusedBy(estimate)
  const gas = (estimate * 5n) / 4n + 5_000n
  const { market } = await view.now()
  const dataFee = await readDataFee(scope, { from, to, data, market })
  // Rollups that count data as gas have it in both.
  if (estimate - dataFee > gasAtMost) return { kind: 'refused', reason: 'The receiver’s code takes too much gas' }
  const offer = offerFees(market).standard
  const cost = (gas + dataFee) * offer.maxFeePerGas
  const coin = `${scope.chainId}:${nativeEvmAddress}`
  const short = (reserved.amounts.get(coin) ?? 0n) + reserved.costs + cost + value - coins
  if (short > 0n) return { kind: 'lacking', reason: `The treasury lacks ${short} of the network’s coin` }
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

async function estimateGas({ node, name }: EvmScope, call: object): Promise<bigint | Revert> {
  const [outcome] = await node.together([{ method: 'eth_estimateGas', params: [call] }])
  if (outcome && 'result' in outcome && typeof outcome.result === 'string') return BigInt(outcome.result)
  const message = outcome && 'error' in outcome ? outcome.error.message : 'no answer'
  if (/revert|out of gas|invalid opcode|gas required exceeds/i.test(message)) return { data: undefined, message }
  throw new ServiceError('upstream_unavailable', {
    message: `${name} does not answer as it should at the moment`,
    details: `eth_estimateGas: ${message.slice(0, 300)}`,
    retryAfter: 1,
  })
}

function refusedBy({ data, message }: Revert): Judged {
  // Somebody took it between the two questions.
  if (/insufficient funds|not enough funds/i.test(message)) {
    return { kind: 'lacking', reason: 'The treasury lacks the network’s coin' }
  }
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
