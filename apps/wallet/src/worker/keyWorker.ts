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

/** Milliseconds reserved for the start: an earlier wallet unlocks without any curve, and must not wait for one. */
const quiet = 150

// Computes the curve's tables and runs the signing code once, before a visitor can ask for it.
setTimeout(() => {
  const { privateKey } = deriveEvmKey({ seed: new Uint8Array(64).fill(1) })
  signClaim({ privateKey, claim: new Uint8Array(0) })
  wipe(privateKey)
}, quiet)
