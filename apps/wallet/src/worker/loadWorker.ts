import { ServiceError } from '@latchkey/protocol/errors'
import type { WorkerPolicy } from './createWorkerPolicy.ts'
import { fetchAsset } from './fetchAsset.ts'

export type LoadWorkerParameters = {
  /** URL of the script and the integrity of its bytes (SHA-384). */
  asset: { url: string; integrity: string }
  policy: WorkerPolicy
  /** Shown by developer tools. */
  name?: string
  fetch?: typeof globalThis.fetch
}

/**
 * Starts a worker whose bytes are verified: `new Worker(url)` has no integrity, so the script is fetched with one and run from a blob.
 * The worker inherits the page's Content Security Policy.
 *
 * @throws LatchkeyError `frame_failed` if the script cannot be fetched or a byte of it differs
 * @example const worker = await loadWorker({ asset: walletAssets.keyWorker, policy })
 */
export async function loadWorker({
  asset,
  policy,
  name,
  fetch = globalThis.fetch,
}: LoadWorkerParameters): Promise<Worker> {
  const script = await fetchAsset({ asset, fetch })
  try {
    return new Worker(policy.createUrl(script), name === undefined ? {} : { name })
  } catch (cause) {
    throw new ServiceError('frame_failed', { cause })
  }
}
