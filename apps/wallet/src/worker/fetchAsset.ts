import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Fetches a data file of the release and checks its bytes.
 *
 * @throws LatchkeyError `frame_failed` when it cannot be fetched or is not what the release says
 * @example const words = await fetchAsset({ asset: walletAssets.wordList })
 */
export async function fetchAsset({
  asset: { url, integrity },
  fetch = globalThis.fetch,
}: {
  asset: { url: string; integrity: string }
  fetch?: typeof globalThis.fetch
}): Promise<string> {
  try {
    const response = await fetch(url, { integrity, credentials: 'omit' })
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    return await response.text()
  } catch (cause) {
    throw new ServiceError('frame_failed', { cause })
  }
}
