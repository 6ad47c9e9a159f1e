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

/** How the wallet answered when it was asked for a permit. */
export type PermitAnswer =
  | { type: 'signed'; permit: SignedPermit }
  | { type: 'declined'; code: DeclinedCode }
  | { type: 'changed'; code: 'account_changed' | 'chain_changed' }
  /** The wallet does not sign such a thing, or not so that a token takes it. */
  | { type: 'refused' }

/** Seconds that a permit may be used: a visitor may think, a block may be slow. */
const permitLife = 1_800n
/** How long the wallet's owner may think. */
const signTimeout = 600_000

/**
 * Asks the wallet to sign that a spender may take exactly so much of a token (ERC-2612, `eth_signTypedData_v4`).
 *
 * @throws LatchkeyError `wallet_disconnected`, `wallet_timeout`, and what the gateway client throws
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
