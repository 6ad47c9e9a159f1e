import { createPairedWallet } from '@latchkey/testkit'
import { createIndexedDbStorage, createTabSharing } from '@latchkey/walletconnect/wallet'
import type { PhoneConfig } from '../config/PhoneConfig.ts'
import { toKeys } from '../config/toKeys.ts'
import type { Phone } from './PhoneContext.ts'

/** Makes the phone of a configuration: its wallet keeps everything over reloads, and is one for all tabs of this page. */
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
    policy: 'ask',
    metadata: {
      name: 'Latchkey demo phone',
      description: 'A demo wallet with test keys',
      url: location.origin,
      icons: [`${location.origin}/favicon.svg`],
    },
    storage: createIndexedDbStorage({ name: '@latchkey/phone' }),
    memory,
    sharing: createTabSharing({ name: '@latchkey/phone' }),
  })
  return { wallet, config, memory }
}
