import { walletAssets } from 'virtual:wallet-assets'
import { deriveEvmKey, wipe } from '@latchkey/vault'
import { type CallPort, serveCalls } from './callPort.ts'
import { createKeyWorkerCalls } from './createKeyWorkerCalls.ts'
import { runInRareWorker } from './runInRareWorker.ts'

const rare = runInRareWorker({ scope: globalThis, asset: walletAssets.rareWorker })
serveCalls({ port: globalThis as unknown as CallPort, calls: createKeyWorkerCalls({ rare }) })

// Tables of the curve are made while the frame still waits for the server, so that opening and signing find them.
wipe(deriveEvmKey({ seed: new Uint8Array(64).fill(1) }).privateKey)
