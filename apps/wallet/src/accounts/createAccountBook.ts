import type { ChainId } from '@latchkey/protocol'
import type { AccountChoice, KeyValueStore } from '../device/KeyValueStore.ts'
import type { OperationAccount } from '../operations/Operations.ts'
import type { WalletView } from '../wallet/walletReducer.ts'
import type { KeyWorkerCalls } from '../worker/KeyWorkerCalls.ts'
import { evmAddresses } from './evmAddresses.ts'

/** The visitor's EOAs and smart accounts, and the account in use on each network. */
export type AccountBook = {
  /** Computes an owner's smart account and reads the choices of this device. Before that, only the owner is listed. */
  learn: (owner: string) => Promise<void>
  /** Lists the accounts on a network, the one in use first. */
  list: (options: {
    wallet: Pick<WalletView, 'address' | 'accounts'>
    network: { chainId: ChainId; smartAccounts: boolean } | undefined
  }) => readonly OperationAccount[]
  /** Stores the account to use on a network. */
  choose: (options: { owner: string; chainId: ChainId; type: OperationAccount['type'] }) => Promise<void>
}

/** Creates the {@link AccountBook}. The default is the EOA: a visitor with tokens there would not find them behind another address. */
export function createAccountBook({
  keys,
  openStore,
}: {
  keys: Pick<KeyWorkerCalls, 'smartAccount'>
  openStore: () => Promise<KeyValueStore>
}): AccountBook {
  const known = new Map<string, { smartAccount: `0x${string}`; choice: AccountChoice }>()
  const readChoice = async (owner: string) => (await openStore()).get('accountChoices', owner)
  return {
    learn: async (owner) => {
      const [smartAccount, choice = {}] = await Promise.all([
        keys.smartAccount({ owner }),
        readChoice(owner).catch(() => undefined),
      ])
      known.set(owner, { smartAccount, choice })
    },
    list: ({ wallet, network }) => {
      const owner = wallet.address as `0x${string}`
      const ordinary = evmAddresses(wallet).map((text): OperationAccount => {
        const address = text as `0x${string}`
        return { address, type: 'eoa', owner: address }
      })
      const own = network?.smartAccounts ? known.get(owner) : undefined
      if (!network || !own) return ordinary
      const smart: OperationAccount = { address: own.smartAccount, type: 'smartAccount', owner }
      return own.choice[network.chainId] === 'smartAccount'
        ? [smart, ...ordinary]
        : [...ordinary.slice(0, 1), smart, ...ordinary.slice(1)]
    },
    choose: async ({ owner, chainId, type }) => {
      const own = known.get(owner)
      if (!own) return
      // Another tab may have stored a choice for another network in the meantime.
      const choice = { ...(await readChoice(owner).catch(() => own.choice)), [chainId]: type }
      known.set(owner, { ...own, choice })
      await (await openStore()).put('accountChoices', owner, choice)
    },
  }
}
