import { type ChainId, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { smartAccountContracts } from '@latchkey/smart-account'
import type { Gateway } from '../gateway/createGateway.ts'
import type { OperationAccount } from '../operations/Operations.ts'
import type { ApprovalNetwork } from './createApprovals.ts'

/** Milliseconds for a network to return an account's code. */
const limit = 5_000

/** Supported permissions. Source: ERC-7715. */
const permissions = {
  supported: true,
  signerTypes: ['key', 'account'],
  keyTypes: ['secp256k1', 'secp256r1'],
  permissionTypes: ['native-token-recurring-allowance', 'erc20-recurring-allowance', 'contract-call'],
  policyTypes: [],
}

/**
 * Returns the capabilities of an account on each network: atomic batches where the server supports operations. An EOA without a
 * delegation is `ready`, because it would delegate first. An EOA with foreign code is `unsupported`. Source: EIP-5792,
 * `wallet_getCapabilities`.
 *
 * @throws LatchkeyError `no_active_account` for an account that is not the visitor's
 */
export async function readCapabilities({
  params: [address, chains],
  accounts,
  networks,
  gateway,
}: {
  params: readonly unknown[]
  accounts: (chainId: ChainId) => readonly OperationAccount[]
  networks: readonly ApprovalNetwork[]
  gateway: Gateway
}): Promise<Record<string, object>> {
  const isIt = (one: OperationAccount) =>
    typeof address === 'string' && one.address.toLowerCase() === address.toLowerCase()
  const own = networks.flatMap((network) => {
    const account = accounts(network.chainId).find(isIt)
    const chain = `0x${BigInt(parseChainId(network.chainId).reference).toString(16)}`
    return account ? [{ network, account, chain }] : []
  })
  if (own.length === 0) throw new ServiceError('no_active_account')
  const asked = Array.isArray(chains) ? own.filter(({ chain }) => chains.includes(chain)) : own
  const entries = asked.map(async ({ network, account, chain }) => {
    const status = await readAtomic({ network, account, gateway })
    return [chain, status === 'unsupported' ? { atomic: { status } } : { atomic: { status }, permissions }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function readAtomic({
  network: { chainId, smartAccounts },
  account,
  gateway,
}: {
  network: ApprovalNetwork
  account: OperationAccount
  gateway: Gateway
}): Promise<'supported' | 'ready' | 'unsupported'> {
  if (!smartAccounts) return 'unsupported'
  if (account.type === 'smartAccount') return 'supported'
  const params = [account.address, 'latest']
  const code = await gateway({ chainId, method: 'eth_getCode', params, signal: AbortSignal.timeout(limit) }).catch(
    () => undefined,
  )
  // Without an answer, promise nothing.
  if (typeof code !== 'string') return 'unsupported'
  if (code.length <= 2) return 'ready'
  const ours = `0xef0100${smartAccountContracts.implementation.slice(2).toLowerCase()}`
  return code.toLowerCase() === ours ? 'supported' : 'unsupported'
}
