import { walletAssets } from 'virtual:wallet-assets'
import { deriveEvmKey, wipe } from '@latchkey/vault'
import { type CallPort, serveCalls } from './callPort.ts'
import { createKeyWorkerCalls } from './createKeyWorkerCalls.ts'
import { signClaim } from './createSigningCalls.ts'
import { createWorkerPolicy } from './createWorkerPolicy.ts'
import { type RareCalls, rareCallNames } from './RareCalls.ts'
import { runInWorker } from './runInWorker.ts'

const rare = runInWorker<RareCalls>({
  scope: globalThis,
  asset: walletAssets.rareWorker,
  names: rareCallNames,
  policy: createWorkerPolicy({ window: globalThis }),
})
serveCalls({ port: globalThis as unknown as CallPort, calls: createKeyWorkerCalls({ rare }) })

/** Milliseconds for what comes first: a wallet that was open before opens without any curve, and does not wait for one. */
const quiet = 150

// Tables of the curve are made, and what signs is run once, before a visitor can ask for it.
setTimeout(() => {
  const { privateKey } = deriveEvmKey({ seed: new Uint8Array(64).fill(1) })
  signClaim({ privateKey, claim: new Uint8Array(0) })
  wipe(privateKey)
}, quiet)
