import { type ChainId, parseChainId, type WalletUser } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FrameServices } from '../frame/FrameServices.ts'
import type { ApprovalNetwork } from '../rpc/createApprovals.ts'
import type { WalletState, WalletView } from '../wallet/walletReducer.ts'
import type { FamilyAccount, FamilyNamespace } from './FamilyAccount.ts'
import { familyAccounts } from './familyAccounts.ts'

/** The networks that are not Ethereum-type: which there are, which one of each family is in use, and the visitor's accounts there. */
export type Families = {
  /** @throws LatchkeyError `unsupported_chain` for one that is not configured */
  network: (chainId: ChainId) => ApprovalNetwork
  /** The family's network in use. @throws LatchkeyError `unsupported_chain` where none is configured */
  chain: (namespace: FamilyNamespace) => ChainId
  /** Uses a network of its family from now on; the other families stay where they are. @throws LatchkeyError `unsupported_chain` */
  use: (chainId: ChainId) => { chainId: ChainId }
  /** The visitor's accounts on a network; none: signed out. */
  accounts: (chainId: ChainId) => readonly FamilyAccount[]
  /**
   * The visitor, as they are on a network; without one: on the first. Where the family has none in use yet, it is used from now on.
   * @throws LatchkeyError `no_active_account`, `unsupported_chain`
   */
  user: (chainId?: ChainId) => WalletUser
}

/**
 * Makes {@link Families}. The network in use is this page's alone: its host names it with every connection, so nothing is remembered
 * that another tab could change.
 */
export async function createFamilies({
  services: { session, wallet, config },
  connectedWallet,
}: {
  services: Pick<FrameServices, 'session' | 'wallet' | 'config'>
  /** The wallet that the host may know of. */
  connectedWallet: (state: WalletState) => WalletView | null
}): Promise<Families> {
  const networks: readonly ApprovalNetwork[] = (await config()).chains.filter(
    ({ chainId }) => !chainId.startsWith('eip155:'),
  )
  const inUse = new Map<string, ChainId>()
  const network: Families['network'] = (chainId) => {
    const found = networks.find((one) => one.chainId === chainId)
    if (!found) throw new ServiceError('unsupported_chain')
    return found
  }
  const use: Families['use'] = (chainId) => {
    network(chainId)
    inUse.set(parseChainId(chainId).namespace, chainId)
    return { chainId }
  }
  const accounts: Families['accounts'] = (chainId) => {
    const view = session.current() && connectedWallet(wallet.state.getState())
    return view ? familyAccounts({ accounts: view.accounts, chainId }) : []
  }
  return {
    network,
    use,
    accounts,
    chain: (namespace) => {
      const chainId =
        inUse.get(namespace) ?? networks.find((one) => parseChainId(one.chainId).namespace === namespace)?.chainId
      if (!chainId) throw new ServiceError('unsupported_chain')
      return chainId
    },
    user: (wanted) => {
      const chainId = wanted ?? networks[0]?.chainId
      if (!chainId) throw new ServiceError('unsupported_chain')
      network(chainId)
      const current = session.current()
      const own = accounts(chainId)
      const [first] = own
      if (!current || !first) throw new ServiceError('no_active_account')
      // Reading moves nobody: a network is used with the first look, and after that only where it is asked for.
      if (!inUse.has(parseChainId(chainId).namespace)) use(chainId)
      const { email, socialProvider, userName } = current
      return {
        email,
        address: first.address,
        chainId,
        accounts: [...own],
        ...(socialProvider ? { socialProvider } : {}),
        ...(userName ? { userName } : {}),
      }
    },
  }
}
