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
 * Creates the app's WalletConnect client. In a browser, its keys and sessions are in IndexedDB and shared by all tabs of the origin.
 * Elsewhere, they last as long as the process.
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
