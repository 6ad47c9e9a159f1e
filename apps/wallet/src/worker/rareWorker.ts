import { familyAssets } from 'virtual:family-assets'
import { type CallPort, serveCalls } from './callPort.ts'
import { createRareCalls } from './createRareCalls.ts'
import { createWorkerPolicy } from './createWorkerPolicy.ts'
import { runInWorker } from './runInWorker.ts'
import { type BitcoinSignerCalls, signerCallNames as names, type SolanaSignerCalls } from './SignerCalls.ts'

const shared = { scope: globalThis, names, policy: createWorkerPolicy({ window: globalThis }) }
const signers = {
  solana: runInWorker<SolanaSignerCalls>({ asset: familyAssets.solanaSigner, ...shared }),
  bitcoin: runInWorker<BitcoinSignerCalls>({ asset: familyAssets.bitcoinSigner, ...shared }),
}
serveCalls({ port: globalThis as unknown as CallPort, calls: createRareCalls({ signers }) })
