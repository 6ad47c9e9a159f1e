import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { isDeployed } from '../../accounts/isDeployed.ts'
import type { OperationAccount } from '../../operations/Operations.ts'
import type { FrameHandlers } from '../createDispatcher.ts'
import type { FrameServices } from '../FrameServices.ts'
import type { FrameState } from '../FrameState.ts'
import type { Entry } from './createEntry.ts'

/** The requests about smart accounts. */
export type AccountHandlers = Pick<
  FrameHandlers,
  'getSmartAccountEnabledNetworks' | 'initSmartAccount' | 'setPreferredAccount'
>

type Wanted = { services: FrameServices; chainId: ChainId; type: OperationAccount['type'] }

/** Makes {@link AccountHandlers}; they come with the page's second script. */
export function createAccountHandlers({ entry, state }: { entry: Entry; state: FrameState }): AccountHandlers {
  const find = async ({ services, chainId, type }: Wanted): Promise<OperationAccount> => {
    await state.learned()
    const accounts = state.accounts(services, chainId)
    if (accounts.length === 0) throw new ServiceError('no_active_account')
    const account = accounts.find((one) => one.type === type)
    if (!account) throw new ServiceError('smart_account_unavailable')
    return account
  }
  return {
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
