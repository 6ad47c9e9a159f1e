import { createPairedWallet, type PairedWallet } from '@latchkey/testkit'
import { createIndexedDbStorage, createTabSharing } from '@latchkey/walletconnect/wallet'
import type { PhoneConfig } from '../config/PhoneConfig.ts'
import { toKeys } from '../config/toKeys.ts'
import type { Phone } from './PhoneContext.ts'

/** Makes the phone of a configuration. Its wallet keeps its state over reloads, and is shared by all tabs of this page. */
export async function createPhone({
  config,
  memory = localStorage,
}: {
  config: PhoneConfig
  memory?: Phone['memory']
}): Promise<Phone> {
  const wallet = createPairedWallet({
    relays: [config.relayUrl],
    projectId: config.projectId,
    accounts: await toKeys(config),
    chains: config.chains,
    families: config.families,
    policy: 'ask',
    metadata: {
      name: 'Demo phone',
      description: 'A demo wallet with test keys',
      url: location.origin,
      icons: [`${location.origin}/favicon.svg`],
    },
    storage: createIndexedDbStorage({ name: '@latchkey/phone' }),
    memory,
    sharing: createTabSharing({ name: '@latchkey/phone' }),
  })
  followOtherTabs(wallet)
  return { wallet, config, memory }
}

/** Keeps the active account equal in all tabs: another tab's choice is in their shared storage. */
function followOtherTabs(wallet: PairedWallet): void {
  addEventListener('storage', ({ newValue }) => {
    const { account } = readOwner(newValue)
    const { accounts, account: own } = wallet.getState()
    if (account !== own && accounts.some(({ index }) => index === account)) void wallet.setAccount(account as number)
  })
}

function readOwner(text: string | null): { account?: unknown } {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
