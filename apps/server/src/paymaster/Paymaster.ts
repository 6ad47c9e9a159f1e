import type { ChainId, EvmAddress } from '@latchkey/protocol'
import type { UserOperation } from '@latchkey/smart-account'
import type { ProjectConfig } from '../platform/config/ServerConfig.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'

/** What stands in an operation that somebody else pays for. Source: ERC-4337, paymaster fields; ERC-7677. */
export type PaymasterFields = {
  paymaster: EvmAddress
  paymasterData: `0x${string}`
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
}

/** Who asks that an operation be paid for. */
type Request = {
  chainId: ChainId
  project: Pick<ProjectConfig, 'id' | 'name'>
  operation: UserOperation
  /** The page that asks; undefined: the request names none. */
  origin: string | undefined
  /** A session acts that the account's owner granted for this project. Default false. */
  isSession?: boolean | undefined
  /** Whose account it is, where an operation that waits makes it: there is no code yet by which it could be known. */
  owner?: EvmAddress | undefined
}

/** Pays for operations within the operator's policy. */
export type Paymaster = {
  /** Whether operations of a network are paid for at all. */
  serves: (chainId: ChainId) => boolean
  /**
   * What an operation carries while its gas is measured. Nothing is promised by it.
   *
   * @throws ServiceError `sponsorship_refused` where the operation, whatever its gas, never would be paid for
   */
  stub: (request: Request) => Promise<PaymasterFields & { sponsor: { name: string } }>
  /**
   * Promises to pay for exactly this operation: reserves the worst case, and signs. Good for three minutes.
   *
   * @param request.caller where whoever asks is counted: nobody has more than a part of a project's day open at once
   * @throws ServiceError `sponsorship_refused`, `sponsorship_exhausted`
   */
  sponsor: (
    request: Request & { caller?: string | undefined },
  ) => Promise<PaymasterFields & { sponsor: { name: string } }>
  /** For `/ready`: our contract, our signer, enough deposit. */
  checks: () => HealthCheck[]
  /** Looks at what is open on every network now: what the chain took is settled, what it cannot take any more is given back. */
  settle: () => Promise<void>
}
