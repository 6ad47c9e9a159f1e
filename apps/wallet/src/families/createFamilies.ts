import { type ChainId, parseChainId, type WalletUser } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FrameServices } from '../frame/FrameServices.ts'
import type { ApprovalNetwork } from '../rpc/createApprovals.ts'
import type { WalletState, WalletView } from '../wallet/walletReducer.ts'
import type { FamilyAccount, FamilyNamespace } from './FamilyAccount.ts'
import { familyAccounts } from './familyAccounts.ts'

/** The networks outside of EVM: the configured ones, the one in use for each family, and the visitor's accounts there. */
export type Families = {
  /** @throws LatchkeyError `unsupported_chain` for a network that is not configured */
  network: (chainId: ChainId) => ApprovalNetwork
  /** The family's network in use. @throws LatchkeyError `unsupported_chain` if none is configured */
  chain: (namespace: FamilyNamespace) => ChainId
  /** Uses a network of its family from now on; other families keep theirs. @throws LatchkeyError `unsupported_chain` */
  use: (chainId: ChainId) => { chainId: ChainId }
  /** The visitor's accounts on a network; none: logged out. */
  accounts: (chainId: ChainId) => readonly FamilyAccount[]
  /**
   * The visitor on a network; default: the first one. If the family has no network in use yet, this one is used from now on.
   * @throws LatchkeyError `no_active_account`, `unsupported_chain`
   */
  user: (chainId?: ChainId) => WalletUser
}

/**
 * Creates {@link Families}. The network in use belongs to this page: its host names it with every connection, so no other tab can
 * change it.
 */
export async function createFamilies({
  services: { session, wallet, config },
  connectedWallet,
}: {
  services: Pick<FrameServices, 'session' | 'wallet' | 'config'>
  /** The wallet that the host may see. */
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
      // The first read selects a network. Later reads do not change the selection; only an explicit request does.
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
