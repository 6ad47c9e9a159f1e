import type { FamilyNamespace } from '../families/FamilyAccount.ts'
import { type FamilyReaderCalls, familyReaderCallNames } from '../families/FamilyReaderCalls.ts'
import { type CallPort, callPort } from '../worker/callPort.ts'
import { once } from './createServices.ts'

/** A file of the release, by its address and what its bytes must be. */
type Asset = { url: string; integrity: string }

/** The scripts of the families' readers. */
export type FamilyReaderAssets = Record<FamilyNamespace, Asset>

/** Makes what starts a family's reader, once, with its first request; whoever asks nothing of a family loads nothing of it. */
export function createFamilyReaders({
  assets,
  loadReader,
}: {
  assets: FamilyReaderAssets
  loadReader: (asset: Asset) => Promise<CallPort>
}): (namespace: FamilyNamespace) => Promise<FamilyReaderCalls> {
  const start = (namespace: FamilyNamespace) =>
    once(async () => {
      const port = await loadReader(assets[namespace])
      return callPort<FamilyReaderCalls>({ port, names: familyReaderCallNames }).calls
    })
  const readers = { solana: start('solana'), bip122: start('bip122') }
  return (namespace) => readers[namespace]()
}
