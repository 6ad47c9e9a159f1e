import {
  createAppClient,
  createIndexedDbStorage,
  createTabSharing,
  formatAuthenticationMessage,
} from '@latchkey/walletconnect'
import type { CoreContext } from '../../CoreContext.ts'
import type { PairingClient } from '../PairingClient.ts'
import { createWalletConnectClient } from './createWalletConnectClient.ts'

/**
 * Makes the app's WalletConnect client: in a browser its keys and sessions are kept in IndexedDB and shared by all tabs of the
 * origin, elsewhere they last as long as the process.
 */
export function openWalletConnect({ context }: { context: CoreContext }): PairingClient {
  const name = `latchkey-walletconnect-${context.config.projectId}`
  const kept = context.environment.page()
    ? { storage: createIndexedDbStorage({ name }), sharing: createTabSharing({ name }) }
    : {}
  return createWalletConnectClient({
    context,
    createClient: (parameters) => createAppClient({ ...parameters, ...kept }),
    formatMessage: formatAuthenticationMessage,
  })
}
