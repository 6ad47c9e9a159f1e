import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { isDeployed } from '../../accounts/isDeployed.ts'
import { createFamilies, type Families } from '../../families/createFamilies.ts'
import type { OperationAccount } from '../../operations/Operations.ts'
import { createRpc } from '../../rpc/createRpc.ts'
import type { Rpc } from '../../rpc/Rpc.ts'
import type { WalletState, WalletView } from '../../wallet/walletReducer.ts'
import type { FrameHandlers } from '../createDispatcher.ts'
import { once } from '../createServices.ts'
import type { FrameServices } from '../FrameServices.ts'
import type { FrameState } from '../FrameState.ts'
import type { Entry } from './createEntry.ts'

/** The requests about accounts and networks. */
export type AccountHandlers = Pick<
  FrameHandlers,
  'getSmartAccountEnabledNetworks' | 'initSmartAccount' | 'rpc' | 'setPreferredAccount' | 'switchNetwork'
> & {
  /** `getUser` for a network outside of EVM; default: the first one. */
  familyUser: (chainId?: ChainId) => Promise<ReturnType<Families['user']>>
}

type Wanted = { services: FrameServices; chainId: ChainId; type: OperationAccount['type'] }

/** Creates {@link AccountHandlers}; in the page's second script. */
export function createAccountHandlers({
  entry,
  state,
  connectedWallet,
  hostOrigin,
}: {
  entry: Entry
  state: FrameState
  /** The wallet that the host may see. */
  connectedWallet: (state: WalletState) => WalletView | null
  /** The verified origin of the page that holds the frame. */
  hostOrigin: () => string
}): AccountHandlers {
  const find = async ({ services, chainId, type }: Wanted): Promise<OperationAccount> => {
    await state.learned()
    const accounts = state.accounts(services, chainId)
    if (accounts.length === 0) throw new ServiceError('no_active_account')
    const account = accounts.find((one) => one.type === type)
    if (!account) throw new ServiceError('smart_account_unavailable')
    return account
  }
  const families = once(async () => createFamilies({ services: await entry.ready(), connectedWallet }))
  let answer: Rpc | undefined
  return {
    familyUser: async (chainId) => (await families()).user(chainId),
    switchNetwork: async ({ chainId }) => {
      await entry.ready()
      // Each family has its own network in use.
      if (!chainId.startsWith('eip155:')) return (await families()).use(chainId)
      await state.setChain(chainId)
      return { chainId: state.chain() }
    },
    rpc: async (request, context) => {
      const services = await entry.ready()
      answer ??= createRpc({
        networks: state.networks,
        activeChain: state.chain,
        accounts: (chainId) => state.accounts(services, chainId),
        origin: hostOrigin,
        gateway: services.gateway,
        families: await families(),
        requests: await services.requests(),
      })
      await state.learned()
      return answer(request, context)
    },
    getSmartAccountEnabledNetworks: async () => {
      await entry.ready()
      const enabled = state.networks().filter(({ smartAccounts }) => smartAccounts)
      return { smartAccountEnabledNetworks: enabled.map(({ chainId }) => chainId) }
    },
    initSmartAccount: async ({ chainId = state.chain() }) => {
      const services = await entry.ready()
      const account = await find({ services, chainId, type: 'smartAccount' })
      const { address } = account
      const deployed = await isDeployed({ gateway: services.gateway, chainId, address })
      if (deployed === undefined) throw new ServiceError('upstream_unavailable')
      return { address, isDeployed: deployed }
    },
    setPreferredAccount: async ({ type }) => {
      const services = await entry.ready()
      const account = await find({ services, chainId: state.chain(), type })
      await state.prefer({ owner: account.owner, type })
      return { type, address: account.address }
    },
  }
}
