import { type ChainId, type ChainNamespace, chainNamespaces, LatchkeyError } from '@latchkey/protocol'
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

/** What each family is asked, and what a wallet tells by itself. Source: WalletConnect's RPC references for Solana and Bitcoin. */
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
 * What a wallet is asked to agree to: optional namespaces alone, so that it may agree to the part that it has.
 *
 * @throws LatchkeyError `adapter_not_found` when there is no chain to ask for
 */
export function createProposal({ chainIds }: { chainIds: readonly ChainId[] }): ProposalNamespaces {
  const asked = chainNamespaces.flatMap((namespace) => {
    const chains = chainIds.filter((chainId) => chainId.startsWith(`${namespace}:`))
    return chains.length > 0 ? [[namespace, { chains, ...families[namespace] }] as const] : []
  })
  if (asked.length === 0) throw new LatchkeyError('adapter_not_found')
  return Object.fromEntries(asked)
}

/** Which chains of a family a session was asked for. */
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
