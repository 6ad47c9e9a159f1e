import type { UserOperation } from '@latchkey/smart-account'
import type { OperationFees } from '../Bundler.ts'
import type { ChainHead, ChainNode } from '../node/createChainNode.ts'
import { OperationRefusal } from '../OperationRefusal.ts'
import { priceOf } from '../operation/gasOf.ts'

/** What gas costs now, wei: of the next block, and what makes a transaction worth a block's while. */
export type GasMarket = { baseFee: bigint; tip: bigint; isLegacy: boolean }

/** Reads what gas costs; a chain without base fees has one price, which counts as its base fee. */
export async function readGasMarket(node: ChainNode, head: ChainHead): Promise<GasMarket> {
  if (head.baseFee === undefined) {
    return { baseFee: BigInt(await node.request<string>('eth_gasPrice')), tip: 0n, isLegacy: true }
  }
  return { baseFee: head.baseFee, tip: await node.tip(), isLegacy: false }
}

/** What operations should offer: twice the base fee, so that several full blocks in a row do not leave them behind. */
export function offerFees({ baseFee, tip, isLegacy }: GasMarket): Record<'slow' | 'standard' | 'fast', OperationFees> {
  const offer = (percent: bigint): OperationFees => {
    if (isLegacy) {
      const price = (baseFee * (100n + percent)) / 100n
      return { maxFeePerGas: price, maxPriorityFeePerGas: price }
    }
    const maxPriorityFeePerGas = (tip * percent) / 100n > 0n ? (tip * percent) / 100n : 1n
    return { maxFeePerGas: baseFee * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas }
  }
  return isLegacy
    ? { slow: offer(5n), standard: offer(10n), fast: offer(25n) }
    : { slow: offer(100n), standard: offer(110n), fast: offer(150n) }
}

/** The least that an operation must pay for a unit of gas so that its transaction costs the executor nothing. */
export function leastPrice({ baseFee, tip }: GasMarket): bigint {
  // Half of the usual tip: nodes suggest what is quick, not what is taken.
  return baseFee + tip / 2n
}

/** @throws OperationRefusal where an operation would cost the executor more than it pays */
export function requireFees(operation: UserOperation, market: GasMarket): void {
  if (operation.maxPriorityFeePerGas > operation.maxFeePerGas) {
    throw new OperationRefusal('invalidParams', 'The operation’s maxPriorityFeePerGas is above its maxFeePerGas', {
      field: 'maxPriorityFeePerGas',
    })
  }
  if (market.isLegacy && operation.maxPriorityFeePerGas !== operation.maxFeePerGas) {
    throw new OperationRefusal('invalidParams', 'The network has one price of gas: both fees must be the same', {
      field: 'maxPriorityFeePerGas',
    })
  }
  const least = leastPrice(market)
  if (priceOf(operation, market.baseFee) >= least) return
  const field = operation.maxFeePerGas < least ? 'maxFeePerGas' : 'maxPriorityFeePerGas'
  throw new OperationRefusal(
    'invalidParams',
    `The operation’s ${field} is too low: gas costs ${least} wei a unit now; ask pimlico_getUserOperationGasPrice`,
    { field, code: 'operation_refused' },
  )
}
