import type { FamilyNamespace } from '../families/FamilyAccount.ts'
import { type FamilyReaderCalls, familyReaderCallNames } from '../families/FamilyReaderCalls.ts'
import { type CallPort, callPort } from '../worker/callPort.ts'
import { once } from './createServices.ts'

/** A release file with its URL and integrity. */
type Asset = { url: string; integrity: string }

/** Reader scripts of the families. */
export type FamilyReaderAssets = Record<FamilyNamespace, Asset>

/** Creates functions that start a family's reader once, with its first request. Sites that do not use a family do not load its reader. */
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
