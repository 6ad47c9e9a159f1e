import { type CallPort, callPort } from './callPort.ts'
import { createWorkerPolicy } from './createWorkerPolicy.ts'
import { loadWorker } from './loadWorker.ts'
import { type RareCalls, type RunRare, rareCallNames } from './RareCalls.ts'

/**
 * Makes {@link RunRare} for the key worker: a worker of its own, so that what passes between the two is never in the page's thread.
 * It is started when something needs it and ended when nothing does any more, and its memory with it.
 *
 * @param options.asset the script, by its hash
 */
export function runInRareWorker({
  scope,
  asset,
}: {
  scope: { location: { origin: string } }
  asset: { url: string; integrity: string }
}): RunRare {
  // A worker that was started from a blob has no address that a path could be relative to.
  const absolute = { ...asset, url: new URL(asset.url, scope.location.origin).href }
  const policy = createWorkerPolicy({ window: scope })
  const start = async () => {
    const worker = await loadWorker({ asset: absolute, policy })
    const { calls } = callPort<RareCalls>({ port: worker as unknown as CallPort, names: rareCallNames })
    return { calls, end: () => worker.terminate() }
  }
  let running: ReturnType<typeof start> | undefined
  let users = 0
  return async (use) => {
    users++
    running ??= start()
    const own = running
    try {
      return await use((await own).calls)
    } finally {
      users--
      if (users === 0 && running === own) {
        running = undefined
        void own.then(({ end }) => end()).catch(() => {})
      }
    }
  }
}
