import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { RpcError } from '../http/createGatewayClient.ts'
import type { TransactionFailure } from '../transactions/TransactionsFeature.ts'

/** Turns any error of a swap into a coded failure. */
export function toFailure(error: unknown): Omit<TransactionFailure, 'moneyMoved'> {
  if (error instanceof LatchkeyError) return { code: error.code, message: error.message, details: error.details }
  const details = error instanceof Error ? error.message : String(error)
  const { code, message } = new ServiceError(error instanceof RpcError ? 'estimate_gas_failed' : 'send_failed')
  return { code, message, details }
}
