import { ServiceError } from '@latchkey/protocol/errors'

/** Milliseconds for a whole file, which may be large on a slow network. */
const limit = 30_000

/**
 * Fetches a data file of the release and checks its bytes.
 *
 * @throws LatchkeyError `frame_failed` if it cannot be fetched within 30 s or does not match the release
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
    const response = await fetch(url, { integrity, credentials: 'omit', signal: AbortSignal.timeout(limit) })
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    return await response.text()
  } catch (cause) {
    throw new ServiceError('frame_failed', { cause })
  }
}
