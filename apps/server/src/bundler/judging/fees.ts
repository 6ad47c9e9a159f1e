import type { UserOperation } from '@latchkey/smart-account'
import { type GasMarket, leastPrice } from '../../chains/node/gasMarket.ts'
import { OperationRefusal } from '../OperationRefusal.ts'
import { priceOf } from '../operation/gasOf.ts'

/** @throws OperationRefusal if the operation would cost the executor more than it pays */
export function requireFees(operation: UserOperation, market: GasMarket): void {
  if (operation.maxPriorityFeePerGas > operation.maxFeePerGas) {
    throw new OperationRefusal('invalidParams', 'The operation’s maxPriorityFeePerGas is above its maxFeePerGas', {
      field: 'maxPriorityFeePerGas',
    })
  }
  if (market.isLegacy && operation.maxPriorityFeePerGas !== operation.maxFeePerGas) {
    throw new OperationRefusal('invalidParams', 'The network has a single gas price. Set both fees to the same value', {
      field: 'maxPriorityFeePerGas',
    })
  }
  const least = leastPrice(market)
  if (priceOf(operation, market.baseFee) >= least) return
  const field = operation.maxFeePerGas < least ? 'maxFeePerGas' : 'maxPriorityFeePerGas'
  throw new OperationRefusal(
    'invalidParams',
    `The operation’s ${field} is too low: gas costs at least ${least} wei. Call pimlico_getUserOperationGasPrice`,
    { field, code: 'operation_refused' },
  )
}
