import { ServiceError } from '@latchkey/protocol/errors'

/** JSON-RPC codes of refusals. Source: ERC-7769, ERC-4337. */
export const refusalCodes = {
  invalidParams: -32602,
  methodNotFound: -32601,
  internal: -32603,
  /** The account or its factory refuses or fails. */
  rejectedByAccount: -32500,
  rejectedByPaymaster: -32501,
  /** Validation uses opcodes that a bundler cannot rely on. */
  forbiddenOpcode: -32502,
  /** Not valid now, or not for long enough. */
  outsideTimeRange: -32503,
  /** Too many operations of the account, factory or paymaster were never included. */
  bannedOrThrottled: -32504,
  stakeTooLow: -32505,
  unsupportedAggregator: -32506,
  invalidSignature: -32507,
  /** Its call would revert. */
  executionReverted: -32521,
} as const

/** One of {@link refusalCodes}. */
export type RefusalCode = (typeof refusalCodes)[keyof typeof refusalCodes]

type ServiceCode =
  | 'malformed_request'
  | 'operation_refused'
  | 'operation_underpriced'
  | 'operation_limit'
  | 'bundler_unavailable'
  | 'session_limit'
  | 'session_revoked'
  | 'session_expired'
  | 'session_not_granted'

/**
 * The bundler refuses an operation. JSON-RPC uses its `rpcCode`; everything else treats it as a {@link ServiceError}.
 *
 * @example
 * throw new OperationRefusal('invalidSignature', 'The signature is not of the account’s owner')
 */
export class OperationRefusal extends ServiceError {
  readonly rpcCode: RefusalCode
  /** Reason from the chain: `AA24 signature error`, or the name of the contract's error. */
  readonly reason: string | undefined

  constructor(
    kind: keyof typeof refusalCodes,
    message: string,
    {
      code = kind === 'invalidParams' ? 'malformed_request' : 'operation_refused',
      reason,
      field,
      retryAfter,
    }: { code?: ServiceCode; reason?: string | undefined; field?: string; retryAfter?: number } = {},
  ) {
    super(code, {
      message,
      ...(field === undefined ? {} : { field }),
      ...(retryAfter ? { retryAfter } : {}),
      details: reason,
    })
    this.rpcCode = refusalCodes[kind]
    this.reason = reason
  }
}
