import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { ProposalNamespaces } from '@latchkey/walletconnect'

/**
 * What a paired wallet is asked, as opposed to the gateway. Not `eth_sign`: nobody can be shown what it signs. Source: EIP-1193,
 * EIP-191, EIP-712, EIP-747, EIP-3085, EIP-3326, EIP-5792.
 */
export const pairedMethods = [
  'eth_sendTransaction',
  'eth_signTransaction',
  'personal_sign',
  'eth_signTypedData',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'wallet_sendCalls',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
] as const
/** What a paired wallet tells by itself. */
const pairedEvents = ['accountsChanged', 'chainChanged'] as const

/**
 * What a wallet is asked to agree to: optional namespaces alone, so that it may agree to the part that it has. Only `eip155`: what
 * the kit has no provider for is not asked.
 *
 * @throws LatchkeyError `adapter_not_found` when none of the chains is of that family
 */
export function createProposal({ chainIds }: { chainIds: readonly ChainId[] }): ProposalNamespaces {
  const chains = chainIds.filter((chainId) => chainId.startsWith('eip155:'))
  if (chains.length === 0) throw new LatchkeyError('adapter_not_found')
  return { eip155: { chains, methods: pairedMethods, events: pairedEvents } }
}

/** Which chains of the family a session was asked for. */
export function requestedChains(namespaces: readonly ProposalNamespaces[]): readonly string[] {
  return namespaces.flatMap((each) =>
    Object.entries(each).flatMap(([key, { chains }]) =>
      key === 'eip155' ? (chains ?? []) : key.startsWith('eip155:') ? [key] : [],
    ),
  )
}
