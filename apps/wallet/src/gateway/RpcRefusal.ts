import type { ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

/** A refusal of the network: a reverted call, a transaction that a node did not accept. */
export class RpcRefusal extends ServiceError {
  readonly rpcCode: number
  /** Revert data, hexadecimal. */
  readonly data: string | undefined

  constructor({ code, rpcCode, data }: { code: ErrorCode; rpcCode: number; data?: string | undefined }) {
    super(code)
    this.rpcCode = rpcCode
    this.data = data
  }
}
