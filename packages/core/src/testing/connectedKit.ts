import type { VirtualWallet } from '@latchkey/testkit'
import type { Latchkey } from '../Latchkey.ts'
import { answerAsServer, type ChainServer } from './createChainServer.ts'
import { createTestEnvironment, type TestEnvironment } from './createTestEnvironment.ts'
import { createTestKit } from './createTestKit.ts'
import { createTestWallet } from './createTestWallet.ts'

/** Creates a kit with a connected wallet, and a fake server whose data the test controls. */
export async function connectedKit(): Promise<{
  environment: TestEnvironment
  server: ChainServer
  wallet: VirtualWallet
  latchkey: Latchkey
}> {
  const server: ChainServer = { nodes: {}, balances: [], history: [], intercept: () => undefined }
  const environment = createTestEnvironment({ fetch: answerAsServer(server) })
  const node = 'http://127.0.0.1:1'
  const wallet = createTestWallet({ page: environment.page(), chains: { 31337: node, 31338: node, 99999: node } })
  const latchkey = createTestKit({ environment })
  await latchkey.connection.connect({ connectorId: 'dev.latchkey.virtual' })
  return { environment, server, wallet, latchkey }
}
