import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import { type DeclinedCode, isDeclined } from '../connectors/isDeclined.ts'
import { toWalletError } from '../connectors/toWalletError.ts'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import type { Environment } from '../environment/Environment.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import { readQuantity } from '../http/readQuantity.ts'
import { checkWallet } from '../transactions/checkWallet.ts'
import type { SignedPermit } from './buildSwap.ts'
import { type PermitDomain, readPermitNonce, toPermitData, toSignedPermit } from './permit.ts'

/** The wallet's answer to a permit request. */
export type PermitAnswer =
  | { type: 'signed'; permit: SignedPermit }
  | { type: 'declined'; code: DeclinedCode }
  | { type: 'changed'; code: 'account_changed' | 'chain_changed' }
  /** The wallet cannot sign a permit, or its signature has a form that no token accepts. */
  | { type: 'refused' }

/** Validity of a permit in seconds. It covers the visitor's decision and slow blocks. */
const permitLife = 1_800n
/** Time for the visitor's decision, in milliseconds. */
const signTimeout = 600_000

/**
 * Asks the wallet to sign a permit of exactly this amount (ERC-2612, `eth_signTypedData_v4`).
 *
 * @throws LatchkeyError `wallet_disconnected`, `wallet_timeout`, and the errors of the gateway client
 */
export async function askPermit({
  environment,
  connection,
  gateway,
  domain,
  chainId,
  owner,
  spender,
  amount,
}: {
  environment: Environment
  connection: ConnectionFeature
  gateway: GatewayClient
  domain: PermitDomain
  chainId: ChainId
  owner: string
  spender: string
  amount: bigint
}): Promise<PermitAnswer> {
  const [wallet, nonce, block] = await Promise.all([
    checkWallet({ environment, connection, chainId, from: owner }),
    readPermitNonce({ gateway, token: domain.verifyingContract, owner }),
    gateway.request('eth_getBlockByNumber', ['latest', false]),
  ])
  const changed = wallet.changed()
  if (changed) return { type: 'changed', code: changed }
  const deadline = readQuantity((block as { timestamp?: unknown } | null)?.timestamp) + permitLife
  const data = toPermitData({ domain, owner, spender, value: amount, nonce, deadline })
  try {
    const answer = (async () =>
      wallet.provider.request({ method: 'eth_signTypedData_v4', params: [owner, JSON.stringify(data)] }))()
    const signature = await waitForWallet({ environment, answer, milliseconds: signTimeout })
    const permit = toSignedPermit({ signature, message: data.message })
    return permit ? { type: 'signed', permit } : { type: 'refused' }
  } catch (error) {
    const { code } = error instanceof LatchkeyError ? error : toWalletError(error)
    if (isDeclined(code)) return { type: 'declined', code }
    if (code === 'wallet_disconnected' || code === 'wallet_timeout') throw toWalletError(error)
    return { type: 'refused' }
  }
}
