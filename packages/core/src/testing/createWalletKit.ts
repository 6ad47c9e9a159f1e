import { onTestFinished } from 'vitest'
import type { Eip1193Provider } from '../connectors/Connector.ts'
import type { Latchkey } from '../Latchkey.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { connectionRecordKey } from '../storage/createConnectionStorage.ts'
import { createTestEnvironment, type TestEnvironment, type TestEnvironmentOptions } from './createTestEnvironment.ts'
import { createTestFrame, type TestFrame, testUser, testWalletUrl } from './createTestFrame.ts'
import { createTestKit } from './createTestKit.ts'

/** A kit with the embedded wallet, whose frame a test controls. */
export type WalletKit = { environment: TestEnvironment; frame: TestFrame; latchkey: Latchkey }

/** Creates a kit with the embedded wallet. */
export function createWalletKit({
  environment = createTestEnvironment(),
  config,
}: {
  environment?: TestEnvironment
  config?: Partial<LatchkeyConfig>
} & TestEnvironmentOptions = {}): WalletKit {
  const frame = createTestFrame({ page: environment.page() })
  const latchkey = createTestKit({
    environment: { ...environment, mountFrame: frame.mountFrame },
    config: { wallet: { url: testWalletUrl }, ...config },
  })
  onTestFinished(() => {
    latchkey.destroy()
    frame.close()
  })
  return { environment, frame, latchkey }
}

/** Creates a kit whose visitor logged in by email. */
export async function signedInKit(options?: Parameters<typeof createWalletKit>[0]): Promise<WalletKit> {
  const kit = createWalletKit(options)
  kit.frame.answers.isConnected = () => ({ isConnected: true, isProtected: false })
  await kit.latchkey.connection.connect({ connectorId: 'latchkey' })
  if (kit.latchkey.email.getState().user?.address !== testUser.address) throw new Error('Not signed in')
  return kit
}

/** Creates a kit whose last visit ended with a login. */
export function returningKit(): WalletKit {
  const environment = createTestEnvironment()
  const record = { version: 1, connectorId: 'latchkey', chainId: 'eip155:31338', recentConnectorIds: ['latchkey'] }
  environment.storage.setItem(connectionRecordKey, JSON.stringify(record))
  return createWalletKit({ environment })
}

/** Returns the provider of the connected wallet. */
export function providerOf({ latchkey }: Pick<WalletKit, 'latchkey'>): Eip1193Provider {
  const provider = latchkey.connection.getProvider()
  if (!provider) throw new Error('No wallet is connected')
  return provider
}
