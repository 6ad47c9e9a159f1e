import type { ChainId, EvmAddress } from '@latchkey/protocol'
import type { UserOperation } from '@latchkey/smart-account'
import type { ProjectConfig } from '../platform/config/ServerConfig.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'

/** Fields of an operation that a paymaster pays. Source: ERC-4337, paymaster fields; ERC-7677. */
export type PaymasterFields = {
  paymaster: EvmAddress
  paymasterData: `0x${string}`
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
}

/** Request for a sponsorship. */
type Request = {
  chainId: ChainId
  project: Pick<ProjectConfig, 'id' | 'name'>
  operation: UserOperation
  /** Origin of the page; undefined if the request has none. */
  origin: string | undefined
  /** Whether a permission of the account for this project signs the operation (default false). */
  isSession?: boolean | undefined
  /** Owner of an account that a waiting operation deploys, because there is no code yet that names it. */
  owner?: EvmAddress | undefined
}

/** Sponsors operations within the operator's policy. */
export type Paymaster = {
  /** Whether a network has sponsored operations. */
  serves: (chainId: ChainId) => boolean
  /**
   * Returns the fields of an operation during its measurement. They promise nothing.
   *
   * @throws ServiceError `sponsorship_refused` if the operation would be refused with any gas
   */
  stub: (request: Request) => Promise<PaymasterFields & { sponsor: { name: string } }>
  /**
   * Promises to pay for exactly this operation. Reserves the worst case, and signs. Valid for three minutes.
   *
   * @param request.caller key for the caller's limit: each caller can hold only a part of a project's daily budget at once
   * @throws ServiceError `sponsorship_refused`, `sponsorship_exhausted`
   */
  sponsor: (
    request: Request & { caller?: string | undefined },
  ) => Promise<PaymasterFields & { sponsor: { name: string } }>
  /** For `/ready`: our contract, our signer, enough deposit. */
  checks: () => HealthCheck[]
  /** Checks all open promises on every network. Settles the ones that the chain included, and releases the expired ones. */
  settle: () => Promise<void>
}
