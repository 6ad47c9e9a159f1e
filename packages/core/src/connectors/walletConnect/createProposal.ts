import { type ChainId, type ChainNamespace, chainNamespaces, LatchkeyError } from '@latchkey/protocol'
import type { ProposalNamespaces } from '@latchkey/walletconnect'

/**
 * Methods that go to a paired wallet instead of the gateway. `eth_sign` is missing, because a wallet cannot show what it signs. Source:
 * EIP-1193, EIP-191, EIP-712, EIP-747, EIP-3085, EIP-3326, EIP-5792.
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

/** Methods and events by family. Source: WalletConnect's RPC references for Solana and Bitcoin. */
const families: Readonly<Record<ChainNamespace, { methods: readonly string[]; events: readonly string[] }>> = {
  eip155: { methods: pairedMethods, events: ['accountsChanged', 'chainChanged'] },
  solana: {
    methods: [
      'solana_getAccounts',
      'solana_requestAccounts',
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
  bip122: {
    methods: ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
    events: ['bip122_addressesChanged'],
  },
}

/**
 * Creates the proposal of a session. All namespaces are optional, so that a wallet may agree to a subset.
 *
 * @throws LatchkeyError `adapter_not_found` without a chain
 */
export function createProposal({ chainIds }: { chainIds: readonly ChainId[] }): ProposalNamespaces {
  const asked = chainNamespaces.flatMap((namespace) => {
    const chains = chainIds.filter((chainId) => chainId.startsWith(`${namespace}:`))
    return chains.length > 0 ? [[namespace, { chains, ...families[namespace] }] as const] : []
  })
  if (asked.length === 0) throw new LatchkeyError('adapter_not_found')
  return Object.fromEntries(asked)
}

/** Returns the chains of a family that a session was requested with. */
export function requestedChains(
  namespaces: readonly ProposalNamespaces[],
  namespace: ChainNamespace = 'eip155',
): readonly string[] {
  return namespaces.flatMap((each) =>
    Object.entries(each).flatMap(([key, { chains }]) =>
      key === namespace ? (chains ?? []) : key.startsWith(`${namespace}:`) ? [key] : [],
    ),
  )
}
