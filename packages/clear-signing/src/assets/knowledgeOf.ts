import type { Reading } from '../Reading.ts'
import type { AssetKnowledge } from './coversLoss.ts'

/** Returns the asset knowledge of a reading: a token is listed if the operator or a descriptor names its contract. */
export function knowledgeOf({ assets, index }: Pick<Reading, 'assets' | 'index'>): AssetKnowledge {
  return {
    isListed: (address) => assets.vouched(address) !== undefined || index.isListed(address),
    usdOf: assets.usdOf,
  }
}
